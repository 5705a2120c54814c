import { Loader, UnstyledButton } from '@mantine/core';
import type { HistoryRecord } from '@storefleet/contract/edits/history';
import { IconArrowBackUp } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { ProductName } from '../../../components/data-table/product-name.tsx';
import { Cell, CellDetail, type RowPosition, TableRow } from '../../../components/data-table/table-row.tsx';
import { SelectCheckbox } from '../../../components/select-checkbox.tsx';
import { TextLink } from '../../../components/text/links.tsx';
import { Chip } from '../../../components/text/status-badge.tsx';
import { formatDateTime, formatRelativeTime } from '../../../lib/format/format-time.ts';
import { attributeLabel } from '../../../lib/format/format-value.ts';
import { paths } from '../../../lib/paths.ts';
import { Permitted } from '../../auth/components/permitted.tsx';
import type { Definitions } from '../../metafields/use-definitions.ts';
import type { UndoSubject } from '../api/undo.ts';
import { authorName, changeName, OLD_VALUE_UNCERTAIN, ORIGIN_MARKS, variantTitle } from '../record-names.ts';
import classes from './history-table.module.css';
import { HistoryValue } from './history-value.tsx';
import { UndoneMark } from './undo/undone-mark.tsx';

export type SelectRow = (id: string, options: { range: boolean }) => void;

type Props = RowPosition & {
  record: HistoryRecord;
  /** Listed under its batch heading, which has the source and the link. */
  inBatch: boolean;
  undoing: boolean;
  selected: boolean;
  /** Everything is selected, on all pages. */
  selectionFixed: boolean;
  onSelect: SelectRow;
  definitions: Definitions;
  /** The current time in milliseconds. */
  now: number;
  onUndo: (subject: UndoSubject) => void;
};

/** Plain elements where possible: View All renders hundreds of rows per scroll. */
export const HistoryRow = memo(function HistoryRow({
  record,
  inBatch,
  undoing,
  selected,
  selectionFixed,
  onSelect,
  definitions,
  now,
  onUndo,
  ...position
}: Props) {
  const { store_details, product_details, user_details, attribute_changed } = record;
  const mark = inBatch ? null : ORIGIN_MARKS[record.origin];
  return (
    <TableRow
      {...position}
      selected={selected}
      className={`${classes.row} ${inBatch ? classes.inBatch : ''}`}
    >
      <Cell column="select">
        {record.undone_by_batch_id === null && (
          <SelectCheckbox
            state={selected ? 'all' : 'none'}
            label={`Select the change of ${changeName(record, definitions)}`}
            disabledBecause={selectionFixed ? 'All changes that match the filters are selected.' : undefined}
            onToggle={(options) => onSelect(record.id, options)}
          />
        )}
      </Cell>
      <Cell column="date">
        <time dateTime={record.timestamp} title={formatDateTime(record.timestamp)}>
          {formatRelativeTime(record.timestamp, now)}
        </time>
      </Cell>
      <Cell column="store">{store_details.shop_name}</Cell>
      <Cell column="product">
        <ProductName
          title={
            <Link
              to={paths.history}
              search={{ product: record.product_id }}
              className={classes.product}
              title="Show all changes of this product"
            >
              {product_details.title}
            </Link>
          }
          variant={variantTitle(record)}
          sku={product_details.sku}
        />
      </Cell>
      <Cell column="attribute">
        {attributeLabel(attribute_changed, definitions([record.store_id]))}
        {mark && (
          <span className={classes.origin}>
            <Chip>{mark}</Chip>
          </span>
        )}
      </Cell>
      <Cell column="old">
        <HistoryValue value={record.old_value} of={record} definitions={definitions} />
        {!record.old_value_known && (
          <CellDetail title={OLD_VALUE_UNCERTAIN}>
            not certain<span className="sr-only">: {OLD_VALUE_UNCERTAIN}</span>
          </CellDetail>
        )}
      </Cell>
      <Cell column="new">
        <HistoryValue value={record.new_value} of={record} definitions={definitions} />
      </Cell>
      <Cell column="user">
        <span className={classes.user} title={user_details?.email || undefined}>
          {authorName(record)}
        </span>
      </Cell>
      {/* Takes focus when its button disappears. */}
      <Cell column="actions" className={classes.actions} tabIndex={-1}>
        {!inBatch && record.origin !== 'outside' && (
          <TextLink to={paths.bulkUpdate} params={{ batchId: record.batch_id }} size="xs">
            Details
            <span className="sr-only"> of the change of {changeName(record, definitions)}</span>
          </TextLink>
        )}
        <UndoAction record={record} undoing={undoing} definitions={definitions} onUndo={onUndo} />
      </Cell>
    </TableRow>
  );
});

type UndoProps = Pick<Props, 'record' | 'undoing' | 'definitions' | 'onUndo'>;

function UndoAction({ record, undoing, definitions, onUndo }: UndoProps) {
  if (undoing) {
    return (
      <span className={classes.undoing} role="status">
        <Loader size={12} aria-hidden />
        Undoing…
      </span>
    );
  }
  if (record.undone_by_batch_id !== null) return <UndoneMark batchId={record.undone_by_batch_id} />;
  const name = changeName(record, definitions);
  return (
    <Permitted call="history.undo">
      <UnstyledButton
        className={classes.undo}
        aria-label={`Undo: ${name}`}
        onClick={() => onUndo({ kind: 'record', recordId: record.id, batchId: record.batch_id, name })}
      >
        <IconArrowBackUp size={13} aria-hidden />
        Undo
      </UnstyledButton>
    </Permitted>
  );
}
