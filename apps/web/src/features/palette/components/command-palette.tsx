import { Loader, Modal, VisuallyHidden } from '@mantine/core';
import { formatQuantity } from '@storefleet/contract/values/quantity';
import { IconLock, IconSearch } from '@tabler/icons-react';
import {
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import { describeError } from '../../../lib/api/describe-error.ts';
import { useFocusReturn } from '../../../lib/browser/use-focus-return.ts';
import { notFound } from '../../scan/find-scanned.ts';
import { useScans } from '../../scan/scans.ts';
import { useOpenScanned } from '../../scan/use-open-scanned.ts';
import type { Command } from '../commands.ts';
import { useCommands } from '../use-commands.ts';
import classes from './command-palette.module.css';
import { type TypedAhead, TypingAhead } from './typing-ahead.tsx';

type Props = {
  /** A scanned code instead of typed text. */
  scanned: string | null;
  ahead: TypedAhead;
  onScan: (code: string) => void;
  onClose: () => void;
};

/** The command palette: products by name or code, stores, screens, actions. */
export function CommandPalette({ scanned, ahead, onScan, onClose }: Props) {
  const [typed, setTyped] = useState(scanned ?? ahead.text);
  const field = useRef<HTMLInputElement>(null);
  /** The dialog, and with it the focus, appears a moment later. */
  const [focused, setFocused] = useState(false);
  const { run, running, failure, forget } = useRun(onClose);
  const { commands, searching, outdated, error } = useCommands(typed);
  const choice = useChoice(commands);
  const { at, goTo } = choice;
  const opening = useOpenScanned(scanned, onClose);
  const begin = (text: string) => {
    setTyped(text);
    enter.forget();
    choice.clear();
    forget();
  };
  useScans(
    (code) => {
      begin(code);
      onScan(code);
    },
    { inDialog: true },
  );
  useEffect(() => {
    // The next scan replaces it.
    if (opening.missing !== null) field.current?.select();
  }, [opening.missing]);
  const listId = useId();
  const enter = useEnter({ outdated, ahead: scanned === null && ahead.entered }, (key) => {
    const search = key === 'Ctrl Enter' ? commands.find(({ id }) => id === 'search') : undefined;
    void run(search ?? commands[at]);
  });
  const onTypedAhead = (change: (before: TypedAhead) => TypedAhead) => {
    setTyped((text) => change({ text, entered: false }).text);
    if (change({ text: typed, entered: false }).entered) enter.press('Enter', true);
  };
  const optionId = (index: number) => `${listId}-${index}`;

  const onKeyDown = (event: KeyboardEvent) => {
    const next = choice.nextBy(event.key);
    if (next !== undefined) {
      event.preventDefault();
      goTo(next);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      const key = event.ctrlKey || event.metaKey ? 'Ctrl Enter' : 'Enter';
      enter.press(key, !choice.isMade);
    }
  };

  return (
    <>
      {!focused && <TypingAhead onType={onTypedAhead} onClose={onClose} />}
      <Frame onClose={onClose}>
        <div className={classes.field}>
          <IconSearch size={18} aria-hidden className={classes.icon} />
          <input
            ref={field}
            className={classes.input}
            data-autofocus
            role="combobox"
            aria-expanded
            aria-controls={listId}
            aria-activedescendant={commands.length > 0 ? optionId(at) : undefined}
            aria-autocomplete="list"
            aria-label="Search products, stores and actions"
            placeholder="Name, SKU, barcode, vendor, tag, store or action"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onFocus={() => setFocused(true)}
            onChange={(event) => begin(event.currentTarget.value)}
            onKeyDown={onKeyDown}
          />
          {(searching || running || opening.searching) && <Loader size={16} aria-hidden />}
        </div>
        <OptionList
          id={listId}
          optionId={optionId}
          commands={commands}
          active={at}
          onHover={goTo}
          onRun={(command) => void run(command)}
        />
        <Failures
          reasons={[
            opening.missing === typed ? notFound(typed) : null,
            failure ?? (error && describeError(error)),
          ]}
        />
        <Outcome found={commands.length} typed={typed} searching={searching} failed={Boolean(error)} />
        <Hints />
      </Frame>
    </>
  );
}

/** The entry navigated to stays selected while others appear and disappear around it. */
function useChoice(commands: readonly Command[]) {
  const [activeId, setActiveId] = useState<string | null>(null);
  const last = commands.length - 1;
  const at = Math.max(
    0,
    commands.findIndex(({ id }) => id === activeId),
  );
  return {
    at,
    isMade: activeId !== null,
    goTo: (index: number) => setActiveId(commands[index]?.id ?? null),
    clear: () => setActiveId(null),
    nextBy: (key: string): number | undefined =>
      ({ ArrowDown: at === last ? 0 : at + 1, ArrowUp: at === 0 ? last : at - 1 })[key],
  };
}

type EnterKey = 'Enter' | 'Ctrl Enter';

/** Enter pressed before results arrive waits for them. */
function useEnter({ outdated, ahead }: { outdated: boolean; ahead: boolean }, act: (key: EnterKey) => void) {
  const [awaited, setAwaited] = useState<EnterKey | null>(ahead ? 'Enter' : null);
  const actAwaited = useEffectEvent(() => {
    if (awaited === null) return;
    setAwaited(null);
    act(awaited);
  });
  useEffect(() => {
    if (!outdated) actAwaited();
  }, [outdated]);
  const press = (key: EnterKey, nothingChosen: boolean) => {
    if (outdated && (key === 'Ctrl Enter' || nothingChosen)) setAwaited(key);
    else act(key);
  };
  return { press, forget: () => setAwaited(null) };
}

function Frame({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  const content = useFocusReturn(true);
  return (
    <Modal.Root
      opened
      onClose={onClose}
      returnFocus={false}
      size="40rem"
      yOffset="10dvh"
      transitionProps={{ duration: 100 }}
    >
      <Modal.Overlay />
      <Modal.Content ref={content} radius="lg" aria-label="Search and commands">
        {children}
      </Modal.Content>
    </Modal.Root>
  );
}

/** Runs one command at a time and shows its error. */
function useRun(onClose: () => void) {
  const [running, setRunning] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const run = async (command: Command | undefined) => {
    if (!command || running) return;
    if (command.withheld) {
      setFailure(command.withheld);
      return;
    }
    if (command.opens) {
      flushSync(onClose);
      command.run();
      return;
    }
    setRunning(true);
    try {
      await command.run();
      onClose();
    } catch (reason) {
      setFailure(describeError(reason));
      setRunning(false);
    }
  };
  return { run, running, failure, forget: () => setFailure(null) };
}

function Failures({ reasons }: { reasons: readonly (string | null)[] }) {
  return reasons.map(
    (reason) =>
      reason && (
        <p key={reason} className={classes.failure} role="alert">
          {reason}
        </p>
      ),
  );
}

type OutcomeProps = { found: number; typed: string; searching: boolean; failed: boolean };

function Outcome({ found, typed, searching, failed }: OutcomeProps) {
  return (
    <>
      {found === 0 && !searching && !failed && (
        <p className={classes.none}>Nothing matches “{typed.trim()}”.</p>
      )}
      <VisuallyHidden role="status">{searching ? '' : formatQuantity(found, 'result')}</VisuallyHidden>
    </>
  );
}

function Hints() {
  return (
    <p className={classes.hints} aria-hidden>
      <span>
        <kbd>↑</kbd> <kbd>↓</kbd> choose
      </span>
      <span>
        <kbd>Enter</kbd> open
      </span>
      <span>
        <kbd>Ctrl Enter</kbd> search all products
      </span>
    </p>
  );
}

type ListProps = {
  id: string;
  optionId: (index: number) => string;
  commands: readonly Command[];
  active: number;
  onHover: (index: number) => void;
  onRun: (command: Command) => void;
};

function OptionList({ id, optionId, commands, active, onHover, onRun }: ListProps) {
  const chosen = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (active >= 0) chosen.current?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  const groups = Map.groupBy(commands.entries(), ([, { group }]) => group);
  return (
    <div id={id} role="listbox" aria-label="Results" className={classes.list}>
      {[...groups].map(([group, entries]) => (
        <div key={group}>
          <div className={classes.group} aria-hidden>
            {group}
          </div>
          {entries.map(([index, command]) => (
            <button
              type="button"
              key={command.id}
              id={optionId(index)}
              ref={index === active ? chosen : undefined}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              aria-disabled={command.withheld ? true : undefined}
              aria-description={command.withheld ?? undefined}
              className={classes.option}
              onMouseMove={() => index !== active && onHover(index)}
              onClick={() => onRun(command)}
            >
              <command.icon size={16} stroke={1.6} aria-hidden className={classes.icon} />
              <span className={classes.title}>{command.title}</span>
              {command.detail && <span className={classes.detail}>{command.detail}</span>}
              {command.aside && <span className={classes.aside}>{command.aside}</span>}
              {command.withheld && (
                <span className={classes.aside} aria-hidden>
                  <IconLock size={14} stroke={1.6} />
                </span>
              )}
            </button>
          ))}
        </div>
      ))}
    </div>
  );
}
