import {
  defaultRangeExtractor,
  useVirtualizer,
  useWindowVirtualizer,
  type Virtualizer,
} from '@tanstack/react-virtual';
import {
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import classes from './data-table.module.css';
import { rolesOf } from './roles.ts';
import type { RowPosition } from './table-row.tsx';

/** Up to this many rows are all rendered, so that the browser's find works. */
const DRAWN_AT_ONCE = 60;
/** Overscan: rows rendered beyond either edge of the viewport. */
const OVERSCAN = 8;
/** Pixels at the top (navigation bar and table header) and bottom of the window that cover rows. */
const COVERED = { scrollPaddingStart: 96, scrollPaddingEnd: 72 };
/** In another scroller, only the table header covers rows. */
const COVERED_BY_HEAD = { scrollPaddingStart: 40 };

export type TableHandle = {
  /** Scrolls a row into view. */
  reveal(index: number): void;
  /** Scrolls a row into view and focuses the element matching the selector. */
  focus(index: number, selector: string): void;
};

type Props = {
  count: number;
  draw: (position: RowPosition) => ReactNode;
  keyOf: (index: number) => string | number;
  /** Estimate before measuring, in pixels. */
  heightOf: (index: number) => number;
  isGrid: boolean;
  handle: Ref<TableHandle> | undefined;
  /** Receives the first and last rendered row. */
  onRange: ((first: number, last: number) => void) | undefined;
};

/** Virtualized rows: a hundred thousand scroll as well as fifty. */
export function TableRows({
  scroller,
  ...props
}: Props & { scroller: HTMLElement | null | 'window' | 'none' }) {
  if (scroller === 'none' || props.count <= DRAWN_AT_ONCE) return <AllRows {...props} />;
  return scroller === 'window' ? <WindowRows {...props} /> : <ElementRows {...props} scroller={scroller} />;
}

function AllRows({ count, draw, isGrid, handle, onRange }: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  useRange(onRange, 0, count - 1);
  useImperativeHandle(handle, () => ({
    reveal: (index) => rowAt(body, index)?.scrollIntoView({ block: 'nearest' }),
    focus: (index, selector) => rowAt(body, index)?.querySelector<HTMLElement>(selector)?.focus(),
  }));
  return (
    <tbody ref={body} {...rolesOf(isGrid).rowgroup} className={classes.body} data-sideways>
      {Array.from({ length: count }, (_, index) => draw({ index, offset: null, ref: undefined }))}
    </tbody>
  );
}

function WindowRows(props: Props) {
  const body = useRef<HTMLTableSectionElement>(null);
  const range = useRangeWithFocus(props.count);
  const scrollMargin = useDistanceFromTop(body, null);
  const virtualizer = useWindowVirtualizer<HTMLTableRowElement>({
    count: props.count,
    estimateSize: props.heightOf,
    getItemKey: props.keyOf,
    overscan: OVERSCAN,
    scrollMargin,
    ...COVERED,
    rangeExtractor: range.extract,
  });
  return <VirtualRows {...props} body={body} virtualizer={virtualizer} onFocused={range.onFocused} />;
}

function ElementRows({ scroller, ...props }: Props & { scroller: HTMLElement | null }) {
  const body = useRef<HTMLTableSectionElement>(null);
  const range = useRangeWithFocus(props.count);
  const scrollMargin = useDistanceFromTop(body, scroller);
  const virtualizer = useVirtualizer<HTMLElement, HTMLTableRowElement>({
    count: props.count,
    getScrollElement: () => scroller,
    estimateSize: props.heightOf,
    getItemKey: props.keyOf,
    overscan: OVERSCAN,
    scrollMargin,
    ...COVERED_BY_HEAD,
    rangeExtractor: range.extract,
  });
  return <VirtualRows {...props} body={body} virtualizer={virtualizer} onFocused={range.onFocused} />;
}

type VirtualProps<Scroller extends Element | Window> = Props & {
  body: RefObject<HTMLTableSectionElement | null>;
  virtualizer: Virtualizer<Scroller, HTMLTableRowElement>;
  onFocused: (index: number) => void;
};

function VirtualRows<Scroller extends Element | Window>(props: VirtualProps<Scroller>) {
  const { draw, isGrid, handle, onRange, body, virtualizer, onFocused } = props;
  const drawn = virtualizer.getVirtualItems();
  const { startIndex = 0, endIndex = 0 } = virtualizer.range ?? {};
  const isNear = (index: number) => index >= startIndex - OVERSCAN && index <= endIndex + OVERSCAN;
  const topOf = (item: { start: number } | undefined) =>
    item === undefined ? 0 : item.start - virtualizer.options.scrollMargin;
  useRange(onRange, drawn[0]?.index ?? 0, drawn.at(-1)?.index ?? 0);
  useImperativeHandle(handle, () => ({
    reveal: (index) => virtualizer.scrollToIndex(index, { align: 'auto' }),
    focus: (index, selector) => {
      virtualizer.scrollToIndex(index, { align: 'auto' });
      requestAnimationFrame(() => rowAt(body, index)?.querySelector<HTMLElement>(selector)?.focus());
    },
  }));
  return (
    <tbody
      ref={body}
      {...rolesOf(isGrid).rowgroup}
      className={classes.body}
      data-sideways
      // One style moves all rows: with a style each, the browser would compare every new row with all before
      // it.
      style={{
        blockSize: virtualizer.getTotalSize(),
        paddingBlockStart: topOf(drawn.find(({ index }) => isNear(index))),
      }}
      onFocus={({ target }) => {
        const index = indexOfRow(target);
        if (index !== null) onFocused(index);
      }}
    >
      {drawn.map((item) =>
        draw({
          index: item.index,
          offset: isNear(item.index) ? null : topOf(item),
          ref: virtualizer.measureElement,
        }),
      )}
    </tbody>
  );
}

/** Zero-based index of the row that contains an element. */
export function indexOfRow(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null;
  return row === null ? null : Number(row.dataset.index);
}

function rowAt(body: RefObject<HTMLElement | null>, index: number): HTMLElement | null {
  return body.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`) ?? null;
}

/** The last focused row stays rendered, so that scrolling it away does not lose the focus. */
function useRangeWithFocus(count: number) {
  const focused = useRef<number | null>(null);
  return {
    onFocused: (index: number) => {
      focused.current = index;
    },
    extract: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
      const drawn = defaultRangeExtractor(range);
      const index = focused.current;
      if (index === null || index >= count || drawn.includes(index)) return drawn;
      return [...drawn, index].sort((one, other) => one - other);
    },
  };
}

function useRange(onRange: Props['onRange'], first: number, last: number): void {
  useEffect(() => onRange?.(first, last), [onRange, first, last]);
}

/** Offset of the rows within the scroller, in pixels; content above them may change height. */
function useDistanceFromTop(element: RefObject<HTMLElement | null>, scroller: HTMLElement | null): number {
  const [distance, setDistance] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const top = element.current?.getBoundingClientRect().top ?? 0;
      const scrolled = scroller ? scroller.scrollTop - scroller.getBoundingClientRect().top : window.scrollY;
      setDistance(Math.round(top + scrolled));
    };
    measure();
    const content = scroller ? scroller.firstElementChild : document.body;
    if (!content) return;
    const observer = new ResizeObserver(measure);
    observer.observe(content);
    return () => observer.disconnect();
  }, [element, scroller]);
  return distance;
}
