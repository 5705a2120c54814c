import { Button, type ButtonProps } from '@mantine/core';
import type { ApiClient } from '@storefleet/client/api-client';
import { FILE_FORMATS, type FileFormat } from '@storefleet/contract/catalogue/file-constants';
import { PREFERENCE_KEYS } from '@storefleet/contract/constants';
import type { FileOrder, OrderedFile } from '@storefleet/contract/files';
import { IconCheck, IconChevronDown, IconDownload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { loadPopover, useDropdown } from '../../../components/dropdown/use-dropdown.ts';
import { readText, writeText } from '../../../lib/browser/browser-storage.ts';
import { useFileDownload } from '../use-file-download.ts';
import classes from './export-button.module.css';

type Order = (api: ApiClient, body: FileOrder) => Promise<OrderedFile>;

type Props = Pick<ButtonProps, 'className' | 'disabled'> & {
  label: string;
  /** The file's name in the list of running work. */
  title: string;
  order: Order;
  /** A CSV file of another kind. */
  other?: { readonly label: string; readonly order: Order } | undefined;
  /** Why there is nothing to export. */
  reason?: string | undefined;
  /** More options next to the format. */
  children?: ReactNode;
};

const FORMAT_NAMES: Record<FileFormat, string> = { csv: 'CSV', xlsx: 'Excel' };

/** Downloads a file in the last used format or another one. */
export function ExportButton({ label, title, order, other, reason, children, ...button }: Props) {
  const [format, setFormat] = useState(lastFormat);
  const formats = useDropdown('dialog', loadPopover);
  const exporting = useFileDownload((api, chosen: { order: Order; format: FileFormat }) =>
    chosen.order(api, { title, format: chosen.format }),
  );
  const start = (chosen: FileFormat) => {
    writeText(PREFERENCE_KEYS.exportFormat, chosen);
    setFormat(chosen);
    formats.close();
    exporting.mutate({ order, format: chosen });
  };
  const startOther = (ofOther: Order) => {
    formats.close();
    exporting.mutate({ order: ofOther, format: 'csv' });
  };
  return (
    <Button.Group>
      <Button
        variant="default"
        {...button}
        leftSection={<IconDownload size={15} aria-hidden />}
        title={reason}
        loading={exporting.isPending}
        onClick={() => start(format)}
      >
        {label} {FORMAT_NAMES[format]}
      </Button>
      <Button
        variant="default"
        className={classes.rest}
        disabled={button.disabled ?? false}
        aria-label={`${label}: choose the format${children ? ' and columns' : ''}`}
        {...formats.button}
      >
        <IconChevronDown size={14} aria-hidden />
      </Button>
      {formats.Panel && (
        <formats.Panel {...formats.panel} position="bottom-end" padding="0.25rem" className={classes.formats}>
          {FILE_FORMATS.map((choice) => (
            <Button
              key={choice}
              variant="subtle"
              color="gray"
              size="sm"
              justify="space-between"
              rightSection={choice === format ? <IconCheck size={14} aria-hidden /> : <span />}
              onClick={() => start(choice)}
            >
              {FORMAT_NAMES[choice]} (.{choice})
            </Button>
          ))}
          {other && (
            <Button
              variant="subtle"
              color="gray"
              size="sm"
              justify="flex-start"
              onClick={() => startOther(other.order)}
            >
              {other.label} (.csv)
            </Button>
          )}
          {children}
        </formats.Panel>
      )}
    </Button.Group>
  );
}

function lastFormat(): FileFormat {
  const kept = readText(PREFERENCE_KEYS.exportFormat);
  return FILE_FORMATS.find((format) => format === kept) ?? 'csv';
}
