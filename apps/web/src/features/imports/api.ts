import type { ApiClient } from '@storefleet/client/api-client';
import type { RouteById } from '@storefleet/contract/api';
import type { RouteBody } from '@storefleet/contract/api/route';
import type { ImportUpload } from '@storefleet/contract/edits/imports';
import { keepPreviousData } from '@tanstack/react-query';
import { announce } from '../../components/feedback/announce.ts';
import { showToast } from '../../components/feedback/toast.ts';
import { callQuery } from '../../lib/api/call-query.ts';
import { describeRefusal } from '../../lib/api/describe-error.ts';
import { useChange } from '../../lib/api/use-change.ts';
import { bulkUpdateQuery } from '../batches/queries.ts';

export type SentSettings = RouteBody<RouteById<'bulkUpdates.matchImport'>>;
type Plan = RouteBody<RouteById<'bulkUpdates.planImport'>>;
type NearQuestion = RouteBody<RouteById<'bulkUpdates.findNear'>>;

/** Uploads a file once for all steps of its import. */
export const useUpload = () =>
  useChange((api, file: File) =>
    api.call('bulkUpdates.uploadImport', { query: { file_name: file.name }, body: file }),
  );

type Reading = { id: string; sheet: string | undefined; hasHeader: boolean | undefined };

/** Re-reads the upload with other options. */
export const useReread = () =>
  useChange((api, { id, sheet, hasHeader }: Reading) =>
    api.call('bulkUpdates.readImport', { params: { id }, query: { sheet, has_header: hasHeader } }),
  );

/** What the rows match, with the current options and mapping. */
export const matchesQuery = (api: ApiClient, id: string, settings: SentSettings) =>
  callQuery(api, 'bulkUpdates.matchImport', ['imports', id, 'matches', settings], {
    params: { id },
    body: settings,
    placeholderData: keepPreviousData,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const nearQuery = (api: ApiClient, question: NearQuestion) =>
  callQuery(api, 'bulkUpdates.findNear', ['imports', 'near', question], {
    body: question,
    staleTime: Number.POSITIVE_INFINITY,
  });

type Planning = {
  upload: ImportUpload;
  plan: Plan;
  /** False once its dialog was closed: the result is then shown as a toast. */
  isWatched: () => boolean;
};

/** Calculates the rows' changes; writes nothing. */
export const usePlanImport = () =>
  useChange(
    (api, { upload: { id }, plan }: Planning) =>
      api.call('bulkUpdates.planImport', { params: { id }, body: plan }),
    {
      onSuccess(queryClient, batch, { upload, isWatched }, api) {
        queryClient.setQueryData(bulkUpdateQuery(api, batch.batch_id).queryKey, batch);
        if (!isWatched()) {
          announce(`The preview of ${upload.file_name ?? 'the import'} is ready under Recent updates.`);
        }
      },
      onError(_, error, { upload, isWatched }) {
        if (isWatched()) return;
        void showToast({
          color: 'red',
          title: `${upload.file_name ?? 'The file'} was not imported.`,
          message: describeRefusal(error),
        });
      },
    },
  );
