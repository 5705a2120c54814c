import { Loader, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { deferred } from '../../../components/deferred.tsx';
import { loadPopover, useDropdown } from '../../../components/dropdown/use-dropdown.ts';
import { useApi } from '../../../lib/api/api-context.ts';
import { countOf, isRunning, runningQuery } from '../api/queries.ts';
import classes from './running-indicator.module.css';

const RunningList = deferred(() => import('./running-list.tsx'), 'RunningList', <Loader size={16} />);

/** Shown on every screen while long work runs: a count, with details and progress on click. */
export function RunningIndicator() {
  const { opened, close, Panel, panel, button } = useDropdown('dialog', loadPopover);
  const [noticesOn, setNoticesOn] = useState(false);
  const running = useQuery(runningQuery(useApi(), { alsoHidden: noticesOn })).data;
  const count = countOf(running);
  const before = useRef(running);

  useEffect(() => {
    const last = before.current;
    before.current = running;
    if (!last || !running || !document.hidden || countOf(last) === 0) return;
    void import('../end-notices.ts').then(({ endedSince, wantsNotices }) => {
      if (!wantsNotices()) return;
      for (const { id, title, address } of endedSince(last, running)) {
        const notice = new Notification(title, { tag: id });
        notice.onclick = () => {
          window.focus();
          if (address !== null) window.location.assign(address);
        };
      }
    });
  }, [running]);

  const ended = running?.files.filter((work) => !isRunning(work)) ?? [];
  const failed = ended.some(({ status }) => status === 'failed');
  const number = count || ended.length;
  const word = count > 0 ? 'running' : failed ? 'failed' : 'done';
  return (
    <>
      <VisuallyHidden role="status">{number > 0 ? `${number} ${word}` : ''}</VisuallyHidden>
      {(number > 0 || opened) && (
        <>
          <UnstyledButton className={classes.pill} data-failed={failed || undefined} {...button}>
            {count > 0 && <Loader size={14} aria-hidden />}
            <span>
              {number}
              <span className={classes.word}> {word}</span>
            </span>
          </UnstyledButton>
          {Panel && running && (
            <Panel {...panel} position="bottom-end" width={360} withinPortal={false}>
              <RunningList running={running} onNotices={setNoticesOn} onLeave={close} />
            </Panel>
          )}
        </>
      )}
    </>
  );
}
