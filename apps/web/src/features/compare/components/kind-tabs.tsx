import { UnstyledButton } from '@mantine/core';
import type { CompareCounts } from '@storefleet/contract/articles/compare';
import {
  ARTICLE_CONFLICT_LABELS,
  ARTICLE_CONFLICTS,
  COMPARED_ATTRIBUTE_LABELS,
} from '@storefleet/contract/articles/compared';
import { formatCount } from '@storefleet/contract/values/quantity';
import pill from '../../../components/pill.module.css';
import type { CompareKind, CompareView } from '../compare-address.ts';
import { narrowedBy } from '../compare-queries.ts';
import classes from './compare.module.css';

type Named = { readonly id: string; readonly name: string };

type Props = {
  view: CompareView;
  counts: CompareCounts | undefined;
  stores: readonly Named[];
  /** Rules by title. */
  rules: readonly Named[];
  onChange: (kind: CompareKind, of?: string) => void;
};

/** Tabs for kinds of difference with their counts, and below them the choices of the current kind. */
export function KindTabs({ view, counts, stores, rules, onChange }: Props) {
  const kinds = kindsOf(counts);
  const choices = choicesOf(view, counts, { stores, rules });
  const chosen = narrowedBy(
    view,
    stores.map(({ id }) => id),
  );
  return (
    <>
      <fieldset className={classes.kinds} aria-label="Which articles">
        {kinds.map(({ kind, label, count }) => (
          <Tab
            key={kind}
            label={label}
            count={count}
            isChosen={view.kind === kind}
            onChoose={() => onChange(kind, kind === 'only' ? stores[0]?.id : undefined)}
          />
        ))}
      </fieldset>
      {choices.length > 0 && (
        <fieldset className={classes.kinds} aria-label="Filter by" data-second>
          {choices.map(({ id, name, count }) => (
            <Tab
              key={id}
              label={name}
              count={count}
              isChosen={chosen === id}
              onChoose={() => onChange(view.kind, chosen === id && view.kind !== 'only' ? undefined : id)}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}

type TabProps = { label: string; count: number | undefined; isChosen: boolean; onChoose: () => void };

function Tab({ label, count, isChosen, onChoose }: TabProps) {
  return (
    <UnstyledButton className={pill.pill} aria-pressed={isChosen} onClick={onChoose}>
      {label}
      {count !== undefined && <span className={pill.count}>{formatCount(count)}</span>}
    </UnstyledButton>
  );
}

function kindsOf(counts: CompareCounts | undefined) {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);
  const only = counts && sum(counts.only.map(({ articles }) => articles));
  const kinds: { kind: CompareKind; label: string; count: number | undefined }[] = [
    { kind: 'shared', label: 'In several stores', count: counts && counts.articles - (only ?? 0) },
    { kind: 'all', label: 'All articles', count: counts?.articles },
    { kind: 'differing', label: 'Different', count: counts?.differing },
    {
      kind: 'deviating',
      label: 'Against a rule',
      count: counts && sum(counts.deviations.map(({ variants }) => variants)),
    },
    { kind: 'missing', label: 'Missing somewhere', count: counts && counts.articles - counts.in_all },
    { kind: 'only', label: 'In one store only', count: only },
    { kind: 'doubtful', label: 'Doubtful', count: counts?.doubtful },
  ];
  return kinds.filter(({ kind }) => kind !== 'deviating' || (counts?.deviations.length ?? 0) > 0);
}

type Choice = Named & { count: number | undefined };

function choicesOf(
  { kind, attributes }: CompareView,
  counts: CompareCounts | undefined,
  { stores, rules }: Pick<Props, 'stores' | 'rules'>,
): Choice[] {
  const ofStores = (found: { store_id: string; articles: number }[] | undefined) =>
    stores.map((store) => ({
      ...store,
      count: found?.find(({ store_id }) => store_id === store.id)?.articles,
    }));
  switch (kind) {
    case 'differing':
      if (attributes.length < 2) return [];
      return attributes.map((id) => ({
        id,
        name: COMPARED_ATTRIBUTE_LABELS[id],
        count: counts?.differs[id],
      }));
    case 'deviating':
      return (counts?.deviations ?? []).map(({ rule_id, variants }) => ({
        id: rule_id,
        name: rules.find(({ id }) => id === rule_id)?.name ?? 'Rule',
        count: variants,
      }));
    case 'missing':
      return ofStores(counts?.missing);
    case 'only':
      return ofStores(counts?.only);
    case 'doubtful':
      return ARTICLE_CONFLICTS.map((id) => ({
        id,
        name: ARTICLE_CONFLICT_LABELS[id],
        count: counts?.conflicts[id],
      }));
    default:
      return [];
  }
}
