import { UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconBarcode, IconSearch } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { deferred } from '../../components/deferred.tsx';
import { type TypedAhead, TypingAhead } from '../../features/palette/components/typing-ahead.tsx';
import { SECOND_KEY_WITHIN, targetOf } from '../../features/palette/shortcuts.ts';
import { listenForScans } from '../../features/scan/scans.ts';
import { paths } from '../../lib/paths.ts';
import classes from './search-box.module.css';

const CommandPalette = lazy(async () => ({
  default: (await import('../../features/palette/components/command-palette.tsx')).CommandPalette,
}));

const ScanDialog = deferred(() => import('../../features/scan/components/scan-dialog.tsx'), 'ScanDialog');

const NOTHING_TYPED: TypedAhead = { text: '', entered: false };

/** On every screen: one box to find anything, scanned or typed, and the global shortcuts. */
export function SearchBox() {
  const [opened, setOpened] = useState(false);
  /** Scan received while no screen handles scans itself. */
  const [scanned, setScanned] = useState<string | null>(null);
  const [ahead, setAhead] = useState(NOTHING_TYPED);
  const [scanning, setScanning] = useState(false);
  const open = (code: string | null) => {
    setScanned(code);
    setOpened(true);
  };
  const close = () => {
    setOpened(false);
    setAhead(NOTHING_TYPED);
  };
  const onScan = useEffectEvent(open);
  useEffect(() => listenForScans((code) => onScan(code)), []);
  const goTo = useGoToKeys();
  useHotkeys([['g', goTo.begin, { preventDefault: false }]]);
  // Works inside fields, too, without changing their text.
  useHotkeys([['mod+K', () => open(null)]], []);
  return (
    <>
      <UnstyledButton className={classes.box} aria-keyshortcuts="Control+K" onClick={() => open(null)}>
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <span className={classes.label}>Find anything</span>
        <kbd className={classes.keys} aria-hidden>
          Ctrl K
        </kbd>
      </UnstyledButton>
      <UnstyledButton
        className={classes.scan}
        aria-label="Scan with the camera"
        onClick={() => setScanning(true)}
      >
        <IconBarcode size={20} stroke={1.6} aria-hidden />
      </UnstyledButton>
      {opened && (
        <Suspense fallback={<TypingAhead onType={setAhead} onClose={close} />}>
          <CommandPalette scanned={scanned} ahead={ahead} onScan={open} onClose={close} />
        </Suspense>
      )}
      {scanning && <ScanDialog onClose={() => setScanning(false)} />}
    </>
  );
}

/** After G, the next key navigates to a screen. */
function useGoToKeys() {
  const navigate = useNavigate();
  const waiting = useRef(false);
  const begin = () => {
    if (waiting.current) return;
    waiting.current = true;
    const end = () => {
      waiting.current = false;
      window.removeEventListener('keydown', onKey, true);
      clearTimeout(timer);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Shift') return;
      end();
      const target = event.ctrlKey || event.metaKey || event.altKey ? undefined : targetOf(event.key);
      if (target === undefined || isTyping(event.target)) return;
      event.preventDefault();
      event.stopPropagation();
      void navigate({ to: paths[target] });
    };
    const timer = setTimeout(end, SECOND_KEY_WITHIN);
    window.addEventListener('keydown', onKey, true);
  };
  return { begin };
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
}
