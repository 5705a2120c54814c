import type { ApiClient } from '@storefleet/client/api-client';
import type { OrderedFile } from '@storefleet/contract/files';
import { showToast } from '../../components/feedback/toast.ts';
import { describeRefusal } from '../../lib/api/describe-error.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { startDownload } from '../../lib/browser/download.ts';

/** Requests a file, downloads it, and shows it among running work. */
export const useFileDownload = <Choice = void>(
  order: (api: ApiClient, choice: Choice) => Promise<OrderedFile>,
) =>
  useChange(order, {
    onSuccess(queryClient, { address }) {
      startDownload(address);
      void queryClient.invalidateQueries({ queryKey: ['running'] });
    },
    onError: (_, error) =>
      void showToast({
        color: 'red',
        title: 'The file could not be written.',
        message: describeRefusal(error),
      }),
  });
