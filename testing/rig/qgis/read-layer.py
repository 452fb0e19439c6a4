"""
Opens one layer in QGIS without a screen, and prints what it found as JSON. Reads its task as JSON from its input:

provider   arcgisfeatureserver, OAPIF or vectortile
uri        address of the layer, as QGIS writes it
token      token of a portal, sent by QGIS's own method for ArcGIS
filter     subset string of the layer
rectangle  west, south, east, north: only features there
edits      add: attributes and a point; change and move: attributes and points by id; delete: ids
extent     what is drawn of vector tiles
style      whether they are drawn by the style of their service
"""

import json
import os
import sys
import tempfile

os.environ["QT_QPA_PLATFORM"] = "offscreen"
# Nothing is read from or left in a profile.
os.environ["HOME"] = os.environ["XDG_RUNTIME_DIR"] = profile = tempfile.mkdtemp()

from qgis.core import (
    NULL,
    Qgis,
    QgsApplication,
    QgsAuthMethodConfig,
    QgsFeature,
    QgsFeatureRequest,
    QgsGeometry,
    QgsMapRendererSequentialJob,
    QgsMapSettings,
    QgsCoordinateReferenceSystem,
    QgsPointXY,
    QgsRectangle,
    QgsVectorDataProvider,
    QgsVectorLayer,
    QgsVectorTileBasicRenderer,
    QgsVectorTileLayer,
)
from qgis.PyQt.QtCore import QSize


def plain(value):
    if value is None or value == NULL:
        return None
    if isinstance(value, (bool, int, float, str)):
        return value
    return value.toString() if not hasattr(value, "toPyDateTime") else value.toPyDateTime().isoformat()


def signed_in(token):
    manager = QgsApplication.authManager()
    manager.setMasterPassword("test", True)
    config = QgsAuthMethodConfig("EsriToken")
    config.setName("portal")
    config.setConfig("token", token)
    manager.storeAuthenticationConfig(config)
    return config.id()


def described(layer):
    provider = layer.dataProvider()
    can = provider.capabilities()
    extent = layer.extent()
    return {
        "valid": layer.isValid(),
        "crs": layer.crs().authid(),
        "extent": [extent.xMinimum(), extent.yMinimum(), extent.xMaximum(), extent.yMaximum()],
        "fields": {field.name(): field.typeName() for field in layer.fields()},
        "may": {
            "filter": provider.supportsSubsetString(),
            "add": bool(can & QgsVectorDataProvider.AddFeatures),
            "change": bool(can & QgsVectorDataProvider.ChangeAttributeValues),
            "delete": bool(can & QgsVectorDataProvider.DeleteFeatures),
        },
    }


def read(layer, rectangle):
    request = QgsFeatureRequest()
    if rectangle:
        request.setFilterRect(QgsRectangle(*rectangle))
    features = []
    for feature in layer.getFeatures(request):
        geometry = feature.geometry()
        features.append(
            {
                "id": feature.id(),
                "attributes": {
                    field.name(): plain(feature[field.name()]) for field in layer.fields()
                },
                "geometry": None if geometry.isNull() else json.loads(geometry.asJson(6)),
            }
        )
    return features


def save(layer, change):
    """One kind of change in one session of editing; a provider may know features only once it has read them."""
    list(layer.getFeatures())
    layer.startEditing()
    change()
    if layer.commitChanges():
        return []
    errors = layer.commitErrors()
    layer.rollBack()
    return errors


def edit(layer, edits):
    def change():
        for number, attributes in edits.get("change", {}).items():
            for name, value in attributes.items():
                layer.changeAttributeValue(int(number), layer.fields().indexOf(name), value)

    def move():
        for number, point in edits.get("move", {}).items():
            layer.changeGeometry(int(number), QgsGeometry.fromPointXY(QgsPointXY(*point)))

    def delete():
        layer.deleteFeatures(edits.get("delete", []))

    def add():
        for given in edits.get("add", []):
            feature = QgsFeature(layer.fields())
            for name, value in given["attributes"].items():
                feature[name] = value
            feature.setGeometry(QgsGeometry.fromPointXY(QgsPointXY(*given["point"])))
            layer.addFeature(feature)

    return [error for each in (change, move, delete, add) for error in save(layer, each)]


def read_tiles(uri, task):
    layer = QgsVectorTileLayer(uri, "tiles")
    answer = {"valid": layer.isValid()}
    if not layer.isValid():
        return answer
    answer["zooms"] = [layer.sourceMinZoom(), layer.sourceMaxZoom()]
    if task.get("style"):
        answer["style"] = layer.loadDefaultStyle()
        answer["styles"] = [style.layerName() for style in layer.renderer().styles()]
    else:
        renderer = QgsVectorTileBasicRenderer()
        renderer.setStyles(QgsVectorTileBasicRenderer.simpleStyleWithRandomColors())
        layer.setRenderer(renderer)
    settings = QgsMapSettings()
    settings.setLayers([layer])
    settings.setDestinationCrs(QgsCoordinateReferenceSystem("EPSG:3857"))
    settings.setExtent(QgsRectangle(*task["extent"]))
    settings.setOutputSize(QSize(256, 256))
    job = QgsMapRendererSequentialJob(settings)
    job.start()
    job.waitForFinished()
    image = job.renderedImage()
    blank = settings.backgroundColor().rgb()
    pixels = (image.pixel(x, y) for x in range(0, 256, 2) for y in range(0, 256, 2))
    answer["drawn"] = sum(1 for pixel in pixels if pixel != blank)
    return answer


def main():
    task = json.load(sys.stdin)
    application = QgsApplication([], False)
    application.initQgis()
    uri = task["uri"]
    answer = {"version": Qgis.QGIS_VERSION, "messages": []}
    QgsApplication.messageLog().messageReceived[str, str, Qgis.MessageLevel].connect(
        lambda message, tag, level: answer["messages"].append(message)
    )
    if task.get("token"):
        uri += " authcfg='%s'" % signed_in(task["token"])
    if task["provider"] == "vectortile":
        answer.update(read_tiles(uri, task))
    else:
        layer = QgsVectorLayer(uri, "layer", task["provider"])
        answer.update(described(layer) if layer.isValid() else {"valid": False})
        if layer.isValid():
            if task.get("filter"):
                answer["filtered"] = layer.setSubsetString(task["filter"])
            if task.get("edits"):
                answer["errors"] = edit(layer, task["edits"])
                layer = QgsVectorLayer(uri, "layer", task["provider"])
            answer["count"] = layer.featureCount()
            answer["features"] = read(layer, task.get("rectangle"))
    print("\n" + json.dumps(answer), flush=True)
    # QGIS cannot always be taken down in order while Python still holds its layers.
    os._exit(0)


main()
