import { Button } from '@mantine/core';
import { ARTICLE_KEYS_MAX } from '@storefleet/contract/articles/compared';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { ButtonWithReason } from '../../../components/button-with-reason.tsx';
import bar from '../../../components/floating-bar.module.css';
import { Permitted } from '../../auth/components/permitted.tsx';

type Props = { count: number; onCorrect: () => void; planning: boolean; onClear: () => void };

/** What can be done with the chosen articles. */
export function ChosenArticles({ count, onCorrect, planning, onClear }: Props) {
  const tooMany =
    count > ARTICLE_KEYS_MAX
      ? `At most ${formatCount(ARTICLE_KEYS_MAX)} articles at once: choose fewer, or “Correct all…” under “Against a rule”.`
      : null;
  return (
    <div className={bar.bar} data-at-foot role="toolbar" aria-label="Chosen articles">
      <span>{formatQuantity(count, 'article')} chosen</span>
      <Permitted call="compare.plan">
        <ButtonWithReason size="xs" reason={tooMany} loading={planning} onClick={onCorrect}>
          Correct by the rules…
        </ButtonWithReason>
      </Permitted>
      <Button size="xs" variant="default" onClick={onClear}>
        Clear
      </Button>
    </div>
  );
}
