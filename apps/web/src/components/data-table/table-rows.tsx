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

/** Up to so many rows are drawn all at once: the browser's own search finds them then. */
const DRAWN_AT_ONCE = 60;
/** Rows drawn beyond either edge of what is in view. */
const OVERSCAN = 8;
/** What covers the first rows of the window, the navigation bar and the head, and the last, in pixels. */
const COVERED = { scrollPaddingStart: 96, scrollPaddingEnd: 72 };
/** Of something else that scrolls, only the head of the table covers rows. */
const COVERED_BY_HEAD = { scrollPaddingStart: 40 };

export type TableHandle = {
  /** Brings a row into view. */
  reveal(index: number): void;
  /** Brings a row into view and puts the focus on what the selector finds in it. */
  focus(index: number, selector: string): void;
};

type Props = {
  count: number;
  draw: (position: RowPosition) => ReactNode;
  keyOf: (index: number) => string | number;
  /** Before it is measured, in pixels. */
  heightOf: (index: number) => number;
  isGrid: boolean;
  handle: Ref<TableHandle> | undefined;
  /** Learns the first and the last row drawn. */
  onRange: ((first: number, last: number) => void) | undefined;
};

/** Only the rows in view are drawn, so that a hundred thousand scroll as well as fifty. */
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
      // One style moves all rows: with one of its own for each, the browser would compare every new row with all before it.
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

/** The row of the table that contains an element, counted from 0. */
export function indexOfRow(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null;
  return row === null ? null : Number(row.dataset.index);
}

function rowAt(body: RefObject<HTMLElement | null>, index: number): HTMLElement | null {
  return body.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`) ?? null;
}

/** The row that had the focus last stays drawn, so that the focus is not lost when it scrolls away. */
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

/** Where the rows begin within what scrolls, in pixels; anything above them may grow or shrink. */
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
