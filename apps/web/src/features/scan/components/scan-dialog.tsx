import { Button, Loader, TextInput } from '@mantine/core';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ConfirmDialog } from '../../../components/dialogs/confirm-dialog.tsx';
import { Dialog } from '../../../components/dialogs/dialog.tsx';
import { announce as showNews } from '../../../components/feedback/announce.ts';
import { QueryErrorBanner } from '../../../components/feedback/query-error.tsx';
import { UnsavedChangesGuard } from '../../../components/unsaved/unsaved-changes-guard.tsx';
import { useApi } from '../../../lib/api/api-context.ts';
import { PlannedValuesDialog } from '../../bulk-price/components/planned-values-dialog.tsx';
import { idOf } from '../../bulk-price/edit-cell.ts';
import { needsQuestion, type PastePlan } from '../../bulk-price/grid/paste-plan.ts';
import { useCellEdits } from '../../bulk-price/use-cell-edits.ts';
import type { GridRow } from '../../products/grid/grid-rows.ts';
import { notFound, scannedQuery } from '../find-scanned.ts';
import { useScans } from '../scans.ts';
import { CameraView } from './camera-view.tsx';
import { type SavedPrice, SavedPrices } from './saved-prices.tsx';
import classes from './scan-dialog.module.css';
import { ScannedPrice } from './scanned-price.tsx';

/** Milliseconds a code must be out of view before it counts as another scan. */
const OUT_OF_SIGHT = 2_000;

/** Scan, type the price, save, next: with the camera, a hand scanner, or a typed code. */
export function ScanDialog({ onClose }: { onClose: () => void }) {
  const api = useApi();
  const status = useRef<HTMLParagraphElement>(null);
  const edits = useCellEdits((sentence) => {
    if (status.current) status.current.textContent = sentence;
  });
  /** Null while waiting for the next scan. */
  const [code, setCode] = useState<string | null>(null);
  /** Whether the last code was typed: then the next one is, too. */
  const [byHand, setByHand] = useState(false);
  const [saved, setSaved] = useState<readonly SavedPrice[]>([]);
  const [asked, setAsked] = useState<PastePlan | null>(null);
  const [leaving, setLeaving] = useState(false);
  /** Whether a typed price is not being saved yet. */
  const typed = useRef(false);
  const inSight = useRef<{ code: string; at: number } | null>(null);
  const found = useQuery(scannedQuery(api, code));
  const rows = code === null ? [] : (found.data ?? []);

  const next = () => {
    typed.current = false;
    if (code !== null) inSight.current = { code, at: performance.now() };
    setCode(null);
  };
  const scan = (scanned: string) => {
    setByHand(false);
    setCode(scanned);
  };
  const onSeen = (seen: string) => {
    const { current: before } = inSight;
    const now = performance.now();
    inSight.current = { code: seen, at: now };
    if (before?.code !== seen || now - before.at > OUT_OF_SIGHT) scan(seen);
  };
  useScans(
    (scanned) => {
      if (typed.current) showNews('Save or skip this price first, then scan the next one.');
      else scan(scanned);
    },
    { inDialog: true },
  );

  const carryOut = ({ changes }: PastePlan) => {
    edits.submit(changes);
    const ids = new Set(changes.map(({ cell }) => idOf(cell)));
    const now = changes.map(({ cell, value, shown }) => ({ cell, from: shown, to: value, undone: false }));
    setSaved([...now, ...saved.filter(({ cell }) => !ids.has(idOf(cell)))]);
    setAsked(null);
    next();
  };
  const unsaved = () => {
    const { problems, saving } = edits.overview();
    return typed.current || problems.length > 0 || saving > 0;
  };

  return (
    <>
      <Dialog opened title="Scan to price" onClose={() => (unsaved() ? setLeaving(true) : onClose())}>
        <div className={classes.scan}>
          <CameraView reading={rows.length === 0} onCode={onSeen} />
          {code !== null && <LookedUp code={code} found={found} />}
          {rows.length > 0 ? (
            <ScannedPrice
              key={code}
              rows={rows}
              edits={edits}
              typed={typed}
              onPlan={(plan) => (needsQuestion(plan) ? setAsked(plan) : carryOut(plan))}
              onSkip={next}
            />
          ) : (
            <CodeField
              isNext={byHand}
              onCode={(typedCode) => {
                setByHand(true);
                setCode(typedCode);
              }}
            />
          )}
          <SavedPrices saved={saved} edits={edits} onChange={setSaved} />
          <p ref={status} className="sr-only" role="status" />
        </div>
      </Dialog>
      <PlannedValuesDialog
        plan={asked}
        onSave={() => asked && carryOut(asked)}
        onCancel={() => setAsked(null)}
      />
      <ConfirmDialog
        opened={leaving}
        title="Stop scanning?"
        confirmLabel="Discard and stop"
        tone="danger"
        onConfirm={onClose}
        onCancel={() => setLeaving(false)}
      >
        {whatIsLost(edits.overview())}
      </ConfirmDialog>
      <UnsavedChangesGuard active={unsaved} />
    </>
  );
}

function whatIsLost({ problems, saving }: ReturnType<ReturnType<typeof useCellEdits>['overview']>): string {
  if (problems.length > 0) return `${formatQuantity(problems.length, 'value')} not saved.`;
  if (saving === 0) return 'The price you typed has not been saved.';
  return `${formatQuantity(saving, 'price')} may or may not be saved: the answer is not here yet.`;
}

function LookedUp({ code, found }: { code: string; found: UseQueryResult<readonly GridRow[]> }) {
  if (found.isPending) {
    return (
      <p className={classes.looking} role="status">
        <Loader size={14} aria-hidden /> Looking for {code}
      </p>
    );
  }
  if (!found.data) return <QueryErrorBanner title={`${code} was not looked up.`} query={found} />;
  return found.data.length === 0 ? (
    <p className={classes.missing} role="alert">
      {notFound(code)}
    </p>
  ) : null;
}

type CodeFieldProps = { isNext: boolean; onCode: (code: string) => void };

/** Focused only if it is used next: on a phone the keyboard would cover the camera. */
function CodeField({ isNext, onCode }: CodeFieldProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isNext) field.current?.focus();
  }, [isNext]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const code = String(new FormData(event.currentTarget).get('code')).trim();
    if (code !== '') onCode(code);
  };
  return (
    <form className={classes.code} onSubmit={submit}>
      <TextInput
        ref={field}
        name="code"
        label="Or type the code"
        inputMode="numeric"
        enterKeyHint="search"
        autoComplete="off"
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button type="submit" variant="default">
        Find
      </Button>
    </form>
  );
}
