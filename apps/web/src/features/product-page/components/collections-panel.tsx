import { MultiSelect } from '@mantine/core';
import type { Collection } from '@storefleet/contract/catalogue/collections';
import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import { useQuery } from '@tanstack/react-query';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { Panel } from '../../../components/panel.tsx';
import { Chip } from '../../../components/text/status-badge.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { collectionsOfProductQuery, storeCollectionsQuery } from '../api/queries.ts';
import { type MembershipEdit, useMembershipEdit } from '../use-membership-edit.ts';
import { EditForm } from './edit-form.tsx';
import classes from './product-page.module.css';

/** The collections that hold a product, where its store has them read. */
export function CollectionsPanel({ product, asOf }: { product: ProductDetail; asOf: string | null }) {
  const api = useApi();
  const query = useQuery(collectionsOfProductQuery(api, product.id, asOf));
  const now = useQuery({ ...collectionsOfProductQuery(api, product.id, null), enabled: asOf !== null });
  const held = query.data?.collections ?? null;
  const manual = (held ?? []).flatMap(({ handle, is_manual }) => (is_manual ? [handle] : []));
  const edit = useMembershipEdit(product, 'collections', asOf === null ? manual : null);
  if (query.error && !query.data) {
    return (
      <Panel title="Collections">
        <QueryErrorBanner title="The collections could not be read" query={query} />
      </Panel>
    );
  }
  if (!query.data?.reads_collections) return null;
  return (
    <Panel title="Collections">
      {held === null ? (
        <p className={classes.none}>Known after the next sync.</p>
      ) : (
        <EditForm
          edit={edit}
          what="collections"
          isEditing={edit.edited !== null}
          onEdit={asOf === null ? edit.open : null}
        >
          <Held collections={held} edit={edit} />
          {asOf !== null && now.data?.collections && <Since then={held} now={now.data.collections} />}
        </EditForm>
      )}
    </Panel>
  );
}

function Held({ collections, edit }: { collections: readonly Collection[]; edit: MembershipEdit }) {
  const byRules = collections.filter(({ is_manual }) => !is_manual);
  const manual = collections.filter(({ is_manual }) => is_manual);
  return (
    <div className={classes.collections}>
      {edit.edited !== null ? (
        <Chosen edit={edit} />
      ) : manual.length === 0 ? (
        <p className={classes.none}>
          {byRules.length === 0 ? 'In no collection.' : 'In no manual collection.'}
        </p>
      ) : (
        <Chips label="Collections" collections={manual} />
      )}
      {byRules.length > 0 && (
        <>
          <p className={classes.none}>Added by the rules of these collections:</p>
          <Chips label="Collections with rules" collections={byRules} />
        </>
      )}
    </div>
  );
}

/** Where the product was put, or taken from, after the moment shown. */
function Since({ then, now }: { then: readonly Collection[]; now: readonly Collection[] }) {
  const changes = { 'Added since': missingIn(then, now), 'Removed since': missingIn(now, then) };
  return Object.entries(changes).map(
    ([label, collections]) =>
      collections.length > 0 && (
        <div key={label} className={classes.collections}>
          <p className={classes.none}>{label}:</p>
          <Chips label={label} collections={collections} />
        </div>
      ),
  );
}

const missingIn = (known: readonly Collection[], collections: readonly Collection[]) =>
  collections.filter(({ handle }) => !known.some((other) => other.handle === handle));

function Chips({ label, collections }: { label: string; collections: readonly Collection[] }) {
  return (
    <ul className={classes.chips} aria-label={label}>
      {collections.map(({ handle, title }) => (
        <li key={handle}>
          <Chip>{title}</Chip>
        </li>
      ))}
    </ul>
  );
}

function Chosen({ edit }: { edit: MembershipEdit }) {
  const query = useQuery(storeCollectionsQuery(useApi(), edit.storeId));
  const data = (query.data ?? [])
    .filter(({ is_manual }) => is_manual)
    .map(({ handle, title }) => ({ value: handle, label: title }));
  if (query.error) return <QueryErrorBanner title="The collections could not be listed" query={query} />;
  return (
    <MultiSelect
      label="Manual collections"
      data={data}
      searchable
      hidePickedOptions
      nothingFoundMessage={query.isPending ? 'Loading' : 'No such collection'}
      limit={100}
      value={[...(edit.edited ?? [])]}
      disabled={edit.isSaving || query.isPending}
      onChange={edit.choose}
    />
  );
}
