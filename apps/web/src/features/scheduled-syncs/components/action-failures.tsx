import { Banner } from '../../../components/feedback/banner.tsx';
import type { ActionFailure } from '../use-schedule-actions.ts';

type Props = { failures: readonly ActionFailure[]; onDismiss: (key: string) => void };

export function ActionFailures({ failures, onDismiss }: Props) {
  return failures.map(({ key, name, sentence }) => (
    <Banner key={key} tone="danger" title={sentence} onDismiss={() => onDismiss(key)}>
      {name}
    </Banner>
  ));
}
