import { ActionIcon, NativeSelect, UnstyledButton } from '@mantine/core';
import { formatCount } from '@storefleet/contract/values/quantity';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { pageNumbers } from './page-numbers.ts';
import classes from './pagination-bar.module.css';

type Props = {
  page: number;
  pages: number;
  /** There are pages after the last known one. */
  isMore?: boolean;
  pageSize: number;
  pageSizes: readonly number[];
  onPageChange: (page: number) => void;
  onPageSizeChange: (size: number) => void;
};

export function PaginationBar({
  page,
  pages,
  isMore = false,
  pageSize,
  pageSizes,
  onPageChange,
  onPageSizeChange,
}: Props) {
  return (
    <div className={classes.bar}>
      <nav aria-label="Pages" className={classes.pages}>
        <ActionIcon
          size="lg"
          aria-label="Previous"
          disabled={page <= 1}
          onClick={() => onPageChange(page - 1)}
        >
          <IconChevronLeft size={18} aria-hidden />
        </ActionIcon>
        {[...pageNumbers(page, pages), ...(isMore ? (['more'] as const) : [])].map((number) =>
          typeof number === 'number' ? (
            <UnstyledButton
              key={number}
              className={classes.page}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => onPageChange(number)}
            >
              {formatCount(number)}
            </UnstyledButton>
          ) : (
            <span key={number} className={classes.ellipsis} aria-hidden>
              …
            </span>
          ),
        )}
        <ActionIcon
          size="lg"
          aria-label="Next"
          disabled={page >= pages && !isMore}
          onClick={() => onPageChange(page + 1)}
        >
          <IconChevronRight size={18} aria-hidden />
        </ActionIcon>
      </nav>
      <NativeSelect
        classNames={{ root: classes.size, label: classes.sizeLabel }}
        label="Rows per page"
        size="xs"
        value={String(pageSize)}
        data={pageSizes.map(String)}
        onChange={(event) => onPageSizeChange(Number(event.currentTarget.value))}
      />
    </div>
  );
}
