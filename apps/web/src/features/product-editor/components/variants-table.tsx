import { TextInput } from '@mantine/core';
import {
  DEFAULT_VARIANT_TITLE,
  EDITABLE_ATTRIBUTE_LABELS,
  type EditableAttribute,
} from '@storefleet/contract/constants';
import type { ProductDetail } from '@storefleet/contract/products';
import { formatCount, formatQuantity } from '@storefleet/contract/quantity';
import { IconSearch } from '@tabler/icons-react';
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { VARIANT_ATTRIBUTES } from '../fields.ts';
import { tableRoles } from './table-roles.ts';
import { VariantRow } from './variant-row.tsx';
import classes from './variants-table.module.css';

/** Fewer are drawn all at once: the browser's own search finds them then. */
const DRAWN_AT_ONCE = 60;
/** From so many on, one looks for a variant rather than scrolling to it. */
const FILTERED_FROM = 12;
/** Height of a row before it is measured, in pixels. */
const ROW_HEIGHT = 51;

type Props = {
  product: ProductDetail;
  lockOf: (attribute: EditableAttribute) => string | null;
  /** What scrolls; null until it is there. */
  scroller: HTMLElement | null;
};

/** Every variant with its values in fields. Of many only the rows in view are drawn. */
export function VariantsTable({ product, lockOf, scroller }: Props) {
  const { variants, store_currency: currency } = product;
  const [wanted, setWanted] = useState('');
  const shown = variants.filter((variant) => contains(variant, wanted));
  const isVirtual = shown.length > DRAWN_AT_ONCE;
  const body = useRef<HTMLTableSectionElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const scrollMargin = useDistanceFromTop(body, scroller);
  const virtualizer = useVirtualizer({
    count: isVirtual ? shown.length : 0,
    getScrollElement: () => scroller,
    estimateSize: () => ROW_HEIGHT,
    overscan: 8,
    scrollMargin,
    getItemKey: (index) => shown[index]?.id ?? index,
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range);
      if (focused === null || focused >= range.count || drawn.includes(focused)) return drawn;
      return [...drawn, focused].sort((one, other) => one - other);
    },
  });

  /** Enter and the arrows up and down move within a column; the arrows to the sides move in the text. */
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = stepOf(event);
    const at = indexOf(event.currentTarget);
    if (step === 0 || at === null || event.nativeEvent.isComposing) return;
    event.preventDefault();
    const next = at + step;
    if (next < 0 || next >= shown.length) return;
    const { attribute } = event.currentTarget.dataset;
    if (isVirtual) virtualizer.scrollToIndex(next, { align: 'auto' });
    const focusIt = () =>
      body.current
        ?.querySelector<HTMLInputElement>(`tr[data-index="${next}"] input[data-attribute="${attribute}"]`)
        ?.focus();
    if (isVirtual) requestAnimationFrame(focusIt);
    else focusIt();
  };

  const rows = isVirtual
    ? virtualizer.getVirtualItems().map(({ index, start }) => ({ index, offset: start - scrollMargin }))
    : shown.map((_, index) => ({ index, offset: null }));
  return (
    <section className={classes.section} aria-labelledby="variants-title">
      <div className={classes.bar}>
        <h3 id="variants-title" className={classes.title}>
          {formatQuantity(variants.length, 'variant')}
        </h3>
        <span className={classes.count}>Amounts in {currency}</span>
        {variants.length >= FILTERED_FROM && (
          <TextInput
            size="xs"
            className={classes.filter}
            aria-label="Filter variants"
            placeholder="Filter by name, SKU or barcode"
            leftSection={<IconSearch size={14} aria-hidden />}
            value={wanted}
            onChange={(event) => setWanted(event.currentTarget.value)}
          />
        )}
        {wanted.trim() !== '' && (
          <span className={classes.count} role="status">
            {formatCount(shown.length)} of {formatCount(variants.length)} shown
          </span>
        )}
      </div>
      <table
        {...tableRoles.table}
        className={classes.table}
        aria-label="Variants"
        aria-rowcount={shown.length + 1}
      >
        <thead {...tableRoles.rowgroup} className={classes.head}>
          <tr {...tableRoles.row} aria-rowindex={1} className={classes.row}>
            <HeadCell name="title">Variant</HeadCell>
            {VARIANT_ATTRIBUTES.map((attribute) => (
              <HeadCell key={attribute} name={attribute}>
                {EDITABLE_ATTRIBUTE_LABELS[attribute]}
              </HeadCell>
            ))}
            <HeadCell name="margin">Margin</HeadCell>
            <HeadCell name="stock">Stock</HeadCell>
          </tr>
        </thead>
        <tbody
          ref={body}
          {...tableRoles.rowgroup}
          className={classes.body}
          style={isVirtual ? { blockSize: virtualizer.getTotalSize() } : undefined}
          onFocus={(event) => setFocused(indexOf(event.target))}
          onBlur={() => setFocused(null)}
        >
          {rows.map(({ index, offset }) => {
            const variant = shown[index];
            return (
              variant && (
                <VariantRow
                  key={variant.id}
                  ref={isVirtual ? virtualizer.measureElement : undefined}
                  variant={variant}
                  index={index}
                  offset={offset}
                  name={variant.title === DEFAULT_VARIANT_TITLE ? product.title : variant.title}
                  currency={currency}
                  lockOf={lockOf}
                  onKeyDown={onKeyDown}
                />
              )
            );
          })}
        </tbody>
      </table>
      {shown.length === 0 && variants.length > 0 && (
        <p className={classes.nothing}>No variant fits “{wanted.trim()}”.</p>
      )}
    </section>
  );
}

function HeadCell({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <th {...tableRoles.columnheader} scope="col" className={classes.headCell} data-column={name}>
      {children}
    </th>
  );
}

function contains({ title, sku, barcode }: ProductDetail['variants'][number], wanted: string): boolean {
  const text = `${title}\n${sku ?? ''}\n${barcode ?? ''}`.toLowerCase();
  return wanted
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

function stepOf({ key, shiftKey, altKey, ctrlKey, metaKey }: KeyboardEvent): 1 | -1 | 0 {
  if (altKey || ctrlKey || metaKey) return 0;
  if (key === 'ArrowUp' || (key === 'Enter' && shiftKey)) return -1;
  return key === 'ArrowDown' || key === 'Enter' ? 1 : 0;
}

function indexOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest('tr') : null;
  return row?.dataset.index === undefined ? null : Number(row.dataset.index);
}

/** Where the rows begin within what scrolls, in pixels; anything above them may grow or shrink. */
function useDistanceFromTop(element: RefObject<HTMLElement | null>, scroller: HTMLElement | null): number {
  const [distance, setDistance] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const top = element.current?.getBoundingClientRect().top ?? 0;
      if (scroller) setDistance(Math.round(top - scroller.getBoundingClientRect().top + scroller.scrollTop));
    };
    measure();
    const content = scroller?.firstElementChild;
    if (!content) return;
    const observer = new ResizeObserver(measure);
    observer.observe(content);
    return () => observer.disconnect();
  }, [element, scroller]);
  return distance;
}
