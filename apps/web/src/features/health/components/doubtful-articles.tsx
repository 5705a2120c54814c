import { ARTICLE_CONFLICTS, type ArticleConflict } from '@storefleet/contract/articles/compared';
import { formatCount, formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '../../../components/panel.tsx';
import { TextLink } from '../../../components/text/links.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { paths } from '../../../lib/paths.ts';
import { parseCompareAddress } from '../../compare/compare-address.ts';
import { compareCountsQuery, comparedBy, matchingQuery } from '../../compare/compare-queries.ts';
import classes from './findings.module.css';

const WORDS: Record<ArticleConflict, { label: string; why: string }> = {
  twice_in_store: {
    label: 'SKU or barcode twice in a store',
    why: 'Orders, files and other stores cannot tell which of the two is meant.',
  },
  several_barcodes: {
    label: 'One SKU, several barcodes',
    why: 'Stores have the same SKU with different barcodes.',
  },
  several_skus: {
    label: 'One barcode, several SKUs',
    why: 'Stores have the same barcode with different SKUs.',
  },
  shared_barcode: {
    label: 'One barcode on different articles',
    why: 'A scan finds more than one article.',
  },
};

const AGAIN_MS = 10_000;

/** Inconsistent codes across or within stores; each links to the articles in Compare. */
export function DoubtfulArticles({ store }: { store: string | undefined }) {
  const api = useApi();
  // Articles update in the background, a few seconds after their variants.
  const refetchInterval = AGAIN_MS;
  const all = useQuery({ ...matchingQuery(api), refetchInterval, enabled: store === undefined });
  const compared = comparedBy(parseCompareAddress({ stores: store }), [{ id: store ?? '' }]);
  const own = useQuery({
    ...compareCountsQuery(api, compared),
    refetchInterval,
    enabled: store !== undefined,
  });
  const data = store === undefined ? all.data : own.data;
  const found = ARTICLE_CONFLICTS.flatMap((conflict) => {
    const articles = data?.conflicts[conflict] ?? 0;
    return articles > 0 ? [{ conflict, articles }] : [];
  });
  if (found.length === 0) return null;
  return (
    <Panel title={store === undefined ? 'Across stores' : 'Articles'}>
      <ul className={classes.list}>
        {found.map(({ conflict, articles }) => (
          <li key={conflict} className={classes.line}>
            <div className={classes.what}>
              <p className={classes.label}>{WORDS[conflict].label}</p>
              <p className="note small">{WORDS[conflict].why}</p>
            </div>
            <span />
            <TextLink
              className={classes.count}
              to={paths.compare}
              search={{ show: 'doubtful', of: conflict, attributes: 'sku,barcode', stores: store }}
              aria-label={`${WORDS[conflict].label}: show ${formatQuantity(articles, 'article')}`}
            >
              {formatCount(articles)}
            </TextLink>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
