import type { jsPDF } from 'jspdf';

/** Structure types of PDF (ISO 32000-1, 14.8.4), as far as a printed map has them. */
export type PdfTag =
  'Document' | 'H1' | 'H2' | 'P' | 'Figure' | 'L' | 'LI' | 'LBody' | 'Table' | 'TR' | 'TH' | 'TD';

interface Element {
  tag: PdfTag;
  /** Marked content of a page, for elements without children. */
  content?: { page: number; id: number };
  /** The description of a picture. */
  alt?: string | undefined;
  /** The text to read and copy where it is drawn as a picture. */
  actual?: string | undefined;
  /** In points from the lower left corner of the page: what a figure covers. */
  box?: readonly number[] | undefined;
  children: Element[];
}

/** What jsPDF offers to its plugins, without types: operators of the page, and objects of the file. */
interface Internals {
  write(...text: string[]): void;
  out(text: string): void;
  events: { subscribe(topic: string, listener: (event: never) => void): void };
  newObjectDeferred(): number;
  newObjectDeferredBegin(id: number, output: boolean): void;
}

/**
 * The logical structure of a PDF, for screen readers: which content is a heading, a paragraph, a list or a
 * picture, in reading order, and what is decoration. jsPDF has none of its own.
 */
export class PdfTags {
  readonly #pdf: jsPDF;
  readonly #inner: Internals;
  readonly #root: Element = { tag: 'Document', children: [] };
  #open = this.#root;
  /** Marked contents of each page, by their ids. */
  readonly #marked = new Map<number, Element[]>();
  /** Whether content is being marked: marks are not nested. */
  #marking = false;

  /** @param language BCP 47 tag of the texts */
  constructor(pdf: jsPDF, language: string) {
    this.#pdf = pdf;
    this.#inner = pdf.internal as unknown as Internals;
    const { events, out } = this.#inner;
    const pages: number[] = [];
    let tree = 0;
    events.subscribe('putPage', (({ objId, pageNumber }: { objId: number; pageNumber: number }) => {
      pages[pageNumber] = objId;
      out(`/StructParents ${pageNumber - 1}`);
    }) as (event: never) => void);
    events.subscribe('postPutResources', () => (tree = this.#writeTree(pages)));
    events.subscribe('putCatalog', () => {
      out(`/StructTreeRoot ${tree} 0 R /MarkInfo << /Marked true >> /Lang ${hex(language)}`);
      out('/ViewerPreferences << /DisplayDocTitle true >>');
    });
  }

  /** Draws the parts of an element, which are tagged themselves. */
  group<Drawn>(tag: PdfTag, draw: () => Drawn): Drawn {
    const around = this.#open;
    this.#open = { tag, children: [] };
    around.children.push(this.#open);
    try {
      return draw();
    } finally {
      this.#open = around;
    }
  }

  /** Draws the content of an element. */
  mark(tag: PdfTag, draw: () => void, what: Pick<Element, 'alt' | 'actual' | 'box'> = {}): void {
    if (this.#marking) return draw();
    const page = this.#pdf.getCurrentPageInfo().pageNumber;
    const marked = this.#marked.get(page) ?? [];
    this.#marked.set(page, marked);
    const element = { tag, ...what, content: { page, id: marked.length }, children: [] };
    marked.push(element);
    this.#open.children.push(element);
    this.#between(`/${tag} << /MCID ${element.content.id} >> BDC`, draw);
  }

  /** Draws what screen readers skip: lines, frames, symbols beside their names. */
  decorate(draw: () => void): void {
    if (this.#marking) draw();
    else this.#between('/Artifact BMC', draw);
  }

  #between(begin: string, draw: () => void): void {
    this.#inner.write(begin);
    this.#marking = true;
    try {
      draw();
    } finally {
      this.#marking = false;
      this.#inner.write('EMC');
    }
  }

  /** @returns the number of the root's object */
  #writeTree(pages: readonly number[]): number {
    const { out } = this.#inner;
    const root = this.#inner.newObjectDeferred();
    const objectOf = new Map<Element, number>();
    const reserve = (element: Element) => {
      objectOf.set(element, this.#inner.newObjectDeferred());
      for (const child of element.children) reserve(child);
    };
    reserve(this.#root);
    const reference = (element: Element) => `${objectOf.get(element)} 0 R`;
    const write = (id: number, text: string) => {
      this.#inner.newObjectDeferredBegin(id, true);
      out(text);
      out('endobj');
    };
    const writeElement = (element: Element, parent: string) => {
      const { tag, content, alt, actual, box, children } = element;
      const kids = content ? `${content.id}` : `[ ${children.map(reference).join(' ')} ]`;
      const parts = [
        `/Type /StructElem /S /${tag} /P ${parent} /K ${kids}`,
        ...(content ? [`/Pg ${pages[content.page]} 0 R`] : []),
        ...(alt === undefined ? [] : [`/Alt ${hex(alt)}`]),
        ...(actual === undefined ? [] : [`/ActualText ${hex(actual)}`]),
        ...(box ? [`/A << /O /Layout /Placement /Block /BBox [ ${box.join(' ')} ] >>`] : []),
        ...(tag === 'TH' ? ['/A << /O /Table /Scope /Row >>'] : []),
      ];
      write(objectOf.get(element) ?? 0, `<< ${parts.join(' ')} >>`);
      for (const child of children) writeElement(child, reference(element));
    };
    writeElement(this.#root, `${root} 0 R`);
    const parents = [...this.#marked].map(
      ([page, marked]) => `${page - 1} [ ${marked.map(reference).join(' ')} ]`,
    );
    write(
      root,
      `<< /Type /StructTreeRoot /K ${reference(this.#root)} /ParentTree << /Nums [ ${parents.join(' ')} ] >> ` +
        `/ParentTreeNextKey ${this.#marked.size} >>`,
    );
    return root;
  }
}

/** A text string in UTF-16, as PDF has it. */
function hex(text: string): string {
  const units = Array.from({ length: text.length }, (_none, at) =>
    text.charCodeAt(at).toString(16).padStart(4, '0'),
  );
  return `<FEFF${units.join('').toUpperCase()}>`;
}
