import { Button, Group, Progress, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../../../components/feedback/dialog.tsx';
import { useApi } from '../../../../lib/api/api-context.ts';
import { describeError } from '../../../../lib/api/describe-error.ts';
import { type ProductSearch, searchWords } from '../../../products/search-address.ts';
import { searchFileQuery } from '../../api/queries.ts';

/** Shows how the file comes, which is handed to the browser also after this was closed. */
export function ExportCsvDialog({ search, onClose }: { search: ProductSearch; onClose: () => void }) {
  const { data: file, error, isFetching, refetch } = useQuery(searchFileQuery(useApi(), search));
  return (
    <Dialog opened title="Export CSV" onClose={onClose}>
      {file ? (
        <Text role="status">{file.fileName} was handed to your browser’s downloads.</Text>
      ) : error ? (
        <Text c="var(--sf-danger-text)" role="alert">
          {describeError(error)}
        </Text>
      ) : (
        <>
          <Text mb="xs" role="status">
            Everything that “{searchWords(search)}” finds is being written to a file…
          </Text>
          <Progress value={100} size="sm" animated striped aria-label="Writing the file" />
        </>
      )}
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="default" onClick={onClose} data-autofocus>
          {file || error ? 'Close' : 'Go on in the background'}
        </Button>
        {error && (
          <Button loading={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        )}
      </Group>
    </Dialog>
  );
}
