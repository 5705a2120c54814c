import type { SourceProduct, SourceVariant } from '../../connector.ts';
import { isRecord } from '../client/errors.ts';
import { NO_METAFIELDS } from '../read/extras/metafields.ts';
import { MalformedObjectError, toSourceProduct, toSourceVariant } from '../read/normalise.ts';

/**
 * Assembles products from the lines of an exported file. The export puts a product's variants directly after
 * it, so only one product is in memory at a time, whatever the file's size. A variant after another product
 * breaks that guarantee and is an error: its product may already have been passed on as complete, and waiting
 * for the end of the file would take the memory of the whole catalogue.
 */

/** A position between two lines, and what was read before it. */
export type Position = { byteOffset: number; lines: number; roots: number };

type AssembledProduct = {
  product: SourceProduct;
  /** How many variants Shopify reports, or null if it gives no exact number. */
  expectedVariants: number | null;
};

/** `after` is a position between two products, where reading can resume. */
export type AssembledPage = { products: AssembledProduct[]; after: Position };

type Assembler = {
  /** Accepts any chunks of bytes; returns the pages they complete. */
  feed(chunk: Buffer): AssembledPage[];
  /** The offset after the last complete line. An interrupted download resumes here. */
  position(): Position;
  /** Drops the beginning of an incomplete line. */
  dropUnfinishedLine(): void;
  /** The download has ended: the last line may lack a line break. */
  endOfFile(): AssembledPage[];
  /** The rest, once the whole file is known to be read. */
  finish(): AssembledPage;
};

const NEWLINE = 0x0a;
const PRODUCTS_PER_PAGE = 250;
const VARIANTS_PER_PAGE = 1_500;
const MAX_LINE_BYTES = 16 * 1024 * 1024;

export function createAssembler(start: Position, metafields = NO_METAFIELDS): Assembler {
  let { byteOffset, lines, roots } = start;
  let current: { node: Record<string, unknown>; variants: SourceVariant[] } | null = null;
  let products: AssembledProduct[] = [];
  let variants = 0;
  const pages: AssembledPage[] = [];
  const position = (): Position => ({ byteOffset, lines, roots });

  function closeProduct(): void {
    if (current !== null) {
      products.push({
        product: toSourceProduct(current.node, current.variants, metafields),
        expectedVariants: exactCount(current.node.variantsCount),
      });
      variants += current.variants.length;
      current = null;
    }
  }

  function closePage(): AssembledPage {
    const page = { products, after: position() };
    products = [];
    variants = 0;
    return page;
  }

  function takeLine(text: string, bytes: number): void {
    if (text !== '') {
      const node = parseLine(text, lines + 1);
      if (node.__parentId === undefined) {
        closeProduct();
        if (products.length >= PRODUCTS_PER_PAGE || variants >= VARIANTS_PER_PAGE) pages.push(closePage());
        current = { node, variants: [] };
        roots += 1;
      } else if (current !== null && node.__parentId === current.node.id) {
        current.variants.push(toSourceVariant(node, current.variants.length + 1, metafields));
      } else {
        throw new MalformedObjectError(
          `line ${lines + 1} of the exported file is not grouped with its product`,
        );
      }
      lines += 1;
    }
    byteOffset += bytes;
  }

  const splitter = createLineSplitter(takeLine);

  const takePages = (): AssembledPage[] => pages.splice(0);

  return {
    feed(chunk) {
      splitter.feed(chunk);
      if (splitter.unfinishedBytes() > MAX_LINE_BYTES) {
        throw new MalformedObjectError(`line ${lines + 1} of the exported file does not end`);
      }
      return takePages();
    },
    position,
    dropUnfinishedLine: splitter.drop,
    endOfFile() {
      splitter.finish();
      return takePages();
    },
    finish() {
      closeProduct();
      return closePage();
    },
  };
}

/** Splits bytes into lines, whatever the chunks. */
export function createLineSplitter(takeLine: (text: string, bytes: number) => void) {
  let unfinished: Buffer[] = [];

  function takeUnfinished(lastPart: Buffer, lineBreakBytes: number): void {
    const line = Buffer.concat([...unfinished, lastPart]);
    unfinished = [];
    takeLine(line.toString('utf8'), line.length + lineBreakBytes);
  }

  return {
    feed(chunk: Buffer): void {
      let from = 0;
      for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, from)) {
        if (unfinished.length > 0) {
          takeUnfinished(chunk.subarray(from, end), 1);
        } else {
          takeLine(chunk.toString('utf8', from, end), end - from + 1);
        }
        from = end + 1;
      }
      if (from < chunk.length) unfinished.push(chunk.subarray(from));
    },
    unfinishedBytes: () => unfinished.reduce((sum, { length }) => sum + length, 0),
    /** Accepts a last line, unless it is incomplete. */
    finish: () => {
      if (isWholeObject(Buffer.concat(unfinished).toString('utf8'))) takeUnfinished(Buffer.alloc(0), 0);
    },
    drop: () => {
      unfinished = [];
    },
  };
}

function parseLine(text: string, line: number): Record<string, unknown> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new MalformedObjectError(`line ${line} of the exported file is not JSON`);
  }
  if (!isRecord(parsed)) throw new MalformedObjectError(`line ${line} of the exported file is not an object`);
  return parsed;
}

function isWholeObject(text: string): boolean {
  try {
    return isRecord(JSON.parse(text));
  } catch {
    return false;
  }
}

function exactCount(value: unknown): number | null {
  return isRecord(value) && value.precision === 'EXACT' && typeof value.count === 'number'
    ? value.count
    : null;
}
