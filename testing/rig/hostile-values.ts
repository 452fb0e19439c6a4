/** What malformed requests are made of. */

export const headerNames = [
  'if-none-match',
  'if-match',
  'range',
  'accept-language',
  'referer',
  'origin',
  'cookie',
  'x-forwarded-for',
];

export const segments = [
  '%00',
  'a%00b',
  '..',
  '%2e%2e',
  '%2F',
  '%5C',
  '-1',
  '1e9',
  'null',
  '__proto__',
  '%F0%9F%99%82',
  "'",
  '%ED%A0%80',
  'a'.repeat(400),
  '9'.repeat(15),
  '0.5',
  '%20',
];

export const texts = [
  "'; drop table portal_user; --",
  '" OR 1=1',
  '<script>alert(1)</script>',
  '../../../etc/passwd',
  '%00',
  'a\0b',
  '\ud800',
  '\u202e',
  '{"a":',
  '{}',
  '[]',
  'null',
  'NULL',
  'NaN',
  'Infinity',
  '-1',
  '0',
  '1',
  '1e999',
  '1e-300',
  '-1e308',
  '1.5',
  '99999999999999999999',
  '9007199254740993',
  '2147483648',
  '-2147483649',
  'title:(((((((((((((((((',
  'modified:[* TO 9999999999999999999999]',
  'type:"Web Map" AND NOT',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  'http://169.254.169.254/',
  'x'.repeat(3000),
  'a,'.repeat(300),
  '/',
  '//',
  '*',
  '?',
  '%',
  '_',
  '\\',
  "''",
  '""',
  '()',
  '\n',
  '\t',
  'true',
  'false',
  '0001-01-01',
  '1970-01-01T00:00:00Z',
  '+',
  ' ',
  '🙂'.repeat(50),
];

export const plausible = [
  '1=1',
  'OBJECTID > 1',
  "name LIKE 'a%'",
  'name = NULL',
  'OBJECTID IN (1,2,3)',
  'NULL',
  'OBJECTID DESC',
  'OBJECTID / 0',
  'CURRENT_TIMESTAMP',
  'EXTRACT(YEAR FROM opened) = 2020',
  'POWER(OBJECTID, 99)',
  '0',
  '1',
  '2000',
  '4326',
  '102100',
  '3857',
  '{"wkid":4326}',
  '{"wkid":102100,"latestWkid":3857}',
  '71,51,72,52',
  '-180,-90,180,90',
  '71.4,51.1',
  '{"x":71.4,"y":51.1,"spatialReference":{"wkid":4326}}',
  '{"xmin":-1e300,"ymin":0,"xmax":1e300,"ymax":1}',
  '{"rings":[[[0,0],[1,0],[1,1],[0,0]]]}',
  '{"paths":[[[0,0],[1e308,1]]]}',
  '{"points":[]}',
  '{"mode":"view","originPosition":"upperLeft","tolerance":1e-300}',
  '{"mode":"edit","tolerance":1,"extent":{"xmin":0,"ymin":0,"xmax":1,"ymax":1}}',
  '[{"statisticType":"count","onStatisticField":"OBJECTID","outStatisticFieldName":"n"}]',
  '[{"statisticType":"percentile_cont","onStatisticField":"OBJECTID","outStatisticFieldName":"n","statisticParameters":{"value":2}}]',
  '[{"attributes":{"name":"x"},"geometry":{"x":1,"y":2}}]',
  '[{"attributes":{"OBJECTID":1,"name":null}}]',
  '[{"id":0,"adds":[{}],"deletes":[1]}]',
  '1,2,3',
  'esriGeometryPoint',
  'esriGeometryEnvelope',
  'esriSpatialRelIntersects',
  'esriSpatialRelRelation',
  'count',
  'name',
  '*',
  'title',
  'owner:grace',
  'type:"Web Map"',
  '{"categorySchema":[{"title":"Categories","categories":[{"title":"A"}]}]}',
  '{"layers":[{"name":"A","geometryType":"esriGeometryPoint","fields":[{"name":"a","type":"esriFieldTypeString"}]}]}',
  '{"name":"New"}',
  '{"invitations":[{"email":"a@b.c","role":"org_user"}]}',
  '{"records":[{"attributes":{"OBJECTID":1,"SingleLine":"Main"}}]}',
  'Main street',
  'password',
  'authorization_code',
  'refresh_token',
  'token',
  'code',
  'S256',
  'Web Map',
  'Feature Service',
  'CSV',
  'grace',
  'someone',
  'public',
  'org',
  'true',
  'false',
  'asc',
  '12h',
];

/** Names of parameters and members that operations read, besides those of the tables of requests, and names with a meaning in JavaScript. */
export const names = (
  'f where objectIds outFields orderByFields groupByFieldsForStatistics having outStatistics ' +
  'geometry geometryType spatialRel inSR outSR returnGeometry returnCountOnly returnIdsOnly ' +
  'returnExtentOnly returnDistinctValues resultOffset resultRecordCount resultType ' +
  'quantizationParameters maxAllowableOffset geometryPrecision time distance units relationParam ' +
  'returnZ returnM returnCentroid relationshipId definitionExpression globalIds attachmentTypes ' +
  'keywords size features adds updates deletes edits useGlobalIds rollbackOnFailure attachmentIds ' +
  'attachmentId layers SingleLine singleLine magicKey text location maxSuggestions maxLocations ' +
  'searchExtent countryCode category addresses featureTypes langCode username password client_id ' +
  'client_secret redirect_uri response_type grant_type code code_verifier code_challenge ' +
  'code_challenge_method refresh_token expiration state locale answer form_token serverUrl request ' +
  'referer client culture q filter num start sortField sortOrder bbox categories countFields ' +
  'countSize name type title tags typeKeywords snippet description url extent properties data ' +
  'dataUrl access spatialReference users admins role memberType targetUsername groups everyone org ' +
  'account items folder folderId folderName rating originItemId destinationItemId relationshipType ' +
  'relationshipTypes direction fileName resourcesPrefix resource deleteAll filename thumbnail file ' +
  'clearEmptyFields fullName email region isInvitationOnly isViewOnly newTitle targetFolderName ' +
  'includeResources archive jobId itemid publishParameters createParameters analyzeParameters ' +
  'filetype overwrite link keepCurrent newPassword invitationList user categorySchema w webMap ' +
  'viewpoint config values note version portal before from until act actor map integrations bin ' +
  'binField binStart binBoundaryAlias topFilter classificationDef calcExpression sql sqlType ' +
  'layerDefs filter-lang datetime moment historicMoment replicaID replicaName syncModel ' +
  'syncDirection syncLayers layerServerGens serverGens recipe input issuer label metadata ' +
  'SAMLResponse RelayState passkey addToDefinition updateDefinition deleteFromDefinition partNum ' +
  'partId parts uploadId itemName layerMappings fieldMappings appendUploadFormat upsert ' +
  'upsertMatchingField truncateExisting fullText defaultSR datumTransformation ' +
  'returnServiceEditsOption returnInserts returnUpdates returnDeletes returnAttachments async ' +
  'dryRun exportFormat exportParameters privileges switches implicitGrant nativeApps userList ' +
  'limit after crs bbox-crs collections geometries geometry1 geometry2 geometries1 geometries2 ' +
  'polylines polygons sr distances unit unionResults geodesic bufferSR maxDeviation deviationUnit ' +
  'maxSegmentLength lengthUnit areaUnit calculationType target cutter reshaper offsetDistance ' +
  'offsetHow bevelRatio trimExtendTo extendHow conversionType conversionMode strings numOfDigits ' +
  'rounding addSpaces subject message notifyAll comment parentId redirect_uris appType itemId ' +
  'auth_token audience place thread resolved photos hosts adminGroupId appId rectangle wid sid ' +
  'documentation licenseInfo accessInformation screenshots largeThumbnail protected hiddenMembers ' +
  'membershipAccess displaySettings preferredView cultureFormat mfaEnabled __proto__ constructor ' +
  'toString length'
).split(' ');
