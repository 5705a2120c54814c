import { Button } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type EditableAttribute, labelOf } from '@storefleet/contract/attributes/attributes';
import type { ProductDetail } from '@storefleet/contract/catalogue/products/products';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { Banner } from '../../../components/feedback/banner.tsx';
import { TextLink } from '../../../components/text/links.tsx';
import { UnsavedChangesGuard } from '../../../components/unsaved/unsaved-changes-guard.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { paths } from '../../../lib/paths.ts';
import { usePermission } from '../../auth/use-permission.ts';
import { countWarnings } from '../../bulk-updates/count-warnings.ts';
import { editingQuery } from '../api/queries.ts';
import { warningsOf } from '../field-notes.ts';
import { definitionsOf, keyOf } from '../fields.ts';
import {
  changesOf,
  type GoneEdit,
  goneEdits,
  hasUnsaved,
  invalidFields,
  keepMine,
  type ProductDraft,
  takeTheirs,
} from '../product-draft.ts';
import { isReady, useProductEditor } from '../use-product-editor.ts';
import classes from './editor-form.module.css';
import { focusField } from './focus-field.ts';
import { EditorFooter } from './footer/editor-footer.tsx';
import { SaveWarningsDialog } from './footer/save-warnings-dialog.tsx';
import { LockedNotice } from './locked-notice.tsx';
import { ProductFields } from './product-fields.tsx';
import { EditorProvider, useEditor, useEditorState, useIsSaving } from './use-editor.ts';
import { VariantsTables } from './variants/variants-table.tsx';

const NOT_KNOWN_YET = 'Checking what can be changed in this store.';

type Props = {
  product: ProductDetail;
  /** Whether a navigation leaves this editor. */
  isLeft: (current: Record<string, unknown>, next: Record<string, unknown>) => boolean;
};

/** The form for one product's values. */
export function EditorForm({ product, isLeft }: Props) {
  const { store, save } = useProductEditor(product);
  const editing = useQuery(editingQuery(useApi(), product.store_id));
  /** The draft whose warnings have to be confirmed before saving. */
  const [asked, setAsked] = useState<ProductDraft | null>(null);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);

  const { data: allowed, error } = editing;
  const withheld = usePermission('products.bulkUpdate');
  const lockOf = useCallback(
    (attribute: EditableAttribute) => {
      if (withheld !== null) return withheld;
      // The server refuses what cannot be edited; without its answer, let people try.
      if (error) return null;
      if (!allowed) return NOT_KNOWN_YET;
      return allowed.read_only_because ?? allowed.locked[attribute] ?? null;
    },
    [allowed, error, withheld],
  );

  const trySave = () => {
    // Leaving the field turns a half-typed tag into one.
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && activeElement.dataset.attribute === 'tags')
      activeElement.blur();
    store.leaveAll();
    const { draft } = store.state();
    if (!isReady(draft)) focusFirst(scroller, draft);
    else if (warningsOf(draft).length > 0) setAsked(draft);
    else void save();
  };
  useHotkeys([['mod+s', trySave]], []);

  return (
    <EditorProvider value={store}>
      <div ref={setScroller} className={classes.scroller} data-product={product.id}>
        <div>
          <EditorBanners />
          <LockedNotice editing={withheld === null ? allowed : { read_only_because: withheld, locked: {} }} />
          <CurrentProduct>
            {(current) => (
              <>
                <ProductFields product={current} lockOf={lockOf} />
                <VariantsTables product={current} lockOf={lockOf} scroller={scroller} />
              </>
            )}
          </CurrentProduct>
        </div>
      </div>
      <EditorFooter onSave={trySave} />
      {asked && (
        <SaveWarningsDialog
          warnings={countWarnings(warningsOf(asked))}
          changes={changesOf(asked).length}
          onCancel={() => setAsked(null)}
          onSave={() => {
            setAsked(null);
            void save();
          }}
        />
      )}
      <EditorGuard isLeft={isLeft} />
    </EditorProvider>
  );
}

function EditorGuard({ isLeft }: Pick<Props, 'isLeft'>) {
  const store = useEditor();
  const saving = useIsSaving();
  return (
    <UnsavedChangesGuard
      active={() => store.state().saving !== null || hasUnsaved(store.state().draft)}
      leaves={isLeft}
      title={saving ? 'Leave while changes are being saved?' : 'Leave without saving?'}
      confirmLabel={saving ? 'Leave' : 'Discard changes'}
    >
      {saving
        ? 'The update continues and stays in the list of updates, but you will not see here which values the store refuses.'
        : 'Your changes to this product have not been saved.'}
    </UnsavedChangesGuard>
  );
}

/** Focuses the first value that prevents saving. */
function focusFirst(within: Element | null, draft: ProductDraft): void {
  const [invalid] = invalidFields(draft);
  const [conflict] = draft.conflicts.keys();
  const key = invalid ? keyOf(invalid) : conflict;
  if (key !== undefined) focusField(within, key);
}

/** The product as the store has it now; its fields show the draft. */
function CurrentProduct({ children }: { children: (product: ProductDetail) => React.ReactNode }) {
  const { draft } = useEditorState();
  return children(draft.product);
}

function EditorBanners() {
  const store = useEditor();
  const { draft, result } = useEditorState();
  const gone = goneEdits(draft);
  const banner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Scrolls to the result of a save.
    if (result !== null) banner.current?.scrollIntoView({ block: 'nearest' });
  }, [result]);
  if (result === null && gone.length === 0 && draft.conflicts.size < 2) return null;
  const decideAll = (how: typeof takeTheirs, button: Element) => {
    focusFirst(button, draft);
    store.edit((now) => how(now, now.conflicts.keys()));
  };
  return (
    <div ref={banner} className={classes.banners}>
      {result && (
        <Banner tone={result.tone} title={result.title} onDismiss={() => store.set({ result: null })}>
          {result.detail}
          {result.batchId && (
            <>
              {' '}
              <TextLink to={paths.bulkUpdate} params={{ batchId: result.batchId }}>
                Show this update
              </TextLink>
            </>
          )}
        </Banner>
      )}
      {draft.conflicts.size > 1 && (
        <Banner
          tone="warning"
          title={`${formatQuantity(draft.conflicts.size, 'value')} changed in the store while you were editing`}
        >
          <div className={classes.decide}>
            <Button
              size="compact-sm"
              variant="default"
              onClick={(event) => decideAll(takeTheirs, event.currentTarget)}
            >
              Take theirs for all
            </Button>
            <Button
              size="compact-sm"
              variant="default"
              onClick={(event) => decideAll(keepMine, event.currentTarget)}
            >
              Keep mine for all
            </Button>
          </div>
        </Banner>
      )}
      {gone.length > 0 && <GoneBanner gone={gone} />}
    </div>
  );
}

function GoneBanner({ gone }: { gone: readonly GoneEdit[] }) {
  const definitionOf = definitionsOf(useEditor().state().draft.product);
  const variants = new Set(gone.map(({ variantTitle }) => variantTitle)).size;
  return (
    <Banner
      tone="warning"
      title={`${formatQuantity(variants, 'variant')} you edited ${variants === 1 ? 'is' : 'are'} no longer in the store`}
    >
      What you typed cannot be saved:
      <ul className={classes.gone}>
        {gone.map(({ variantTitle, attribute, typed }) => (
          <li key={`${variantTitle} ${attribute}`}>
            {labelOf(attribute, definitionOf)} of {variantTitle}: {typed}
          </li>
        ))}
      </ul>
    </Banner>
  );
}
