import { messages } from '@storefleet/contract/messages';
import type { GeneratedMappings } from '@storefleet/contract/stores/mssql/mssql';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { Banner } from '../../../../components/feedback/banner.tsx';
import classes from './mappings-panel.module.css';

type Props = { result: GeneratedMappings; table: string; onDismiss: () => void };

/** Result of generating defaults, and the columns left to map manually. */
export function GenerationBanner({ result, table, onDismiss }: Props) {
  const { mappings, unplaced_columns: unplaced } = result;
  return (
    <Banner
      tone={mappings.length > 0 ? 'success' : 'info'}
      title={messages.mappings.generated(mappings.length)}
      onDismiss={onDismiss}
    >
      {mappings.length === 0 &&
        `No further column of ${table} has a name that matches a field. Existing mappings stay unchanged. `}
      {unplaced.length > 0 && (
        <>
          {formatQuantity(unplaced.length, 'column')} could not be placed:{' '}
          <span className={`code ${classes.unplaced}`}>{unplaced.join(', ')}</span>. Add those you need by
          hand.
        </>
      )}
    </Banner>
  );
}
