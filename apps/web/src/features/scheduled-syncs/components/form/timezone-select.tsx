import { Button, Select } from '@mantine/core';
import { useNow } from '../../../../lib/browser/use-now.ts';
import { ownTimezone, zoneOffset } from '../../schedule-times.ts';
import { findTimezones } from '../../timezone-search.ts';
import classes from './schedule-form.module.css';

/** Any beyond this are found by typing. */
const ZONES_SHOWN = 60;
const NOW_MS = 60_000;

type Props = {
  value: string;
  timezones: readonly string[];
  error: string | undefined;
  onChange: (timezone: string) => void;
};

/** Timezones by city, each with today's UTC offset. */
export function TimezoneSelect({ value, timezones, error, onChange }: Props) {
  const now = useNow(NOW_MS);
  const own = ownTimezone();
  // A timezone no longer known to the server stays until another is chosen.
  const names = value === '' || timezones.includes(value) ? timezones : [value, ...timezones];
  return (
    <div className={classes.timezone}>
      <Select
        label="Timezone"
        name="timezone"
        required
        searchable
        allowDeselect={false}
        autoComplete="off"
        spellCheck={false}
        data={names}
        limit={ZONES_SHOWN}
        filter={({ search, limit }) =>
          findTimezones(names, search === value ? '' : search)
            .slice(0, limit)
            .map((name) => ({ value: name, label: name }))
        }
        nothingFoundMessage="No matching timezones."
        withScrollArea={false}
        classNames={{ options: classes.zones }}
        comboboxProps={{ withinPortal: false }}
        renderOption={({ option }) => (
          <span className={classes.zone}>
            <span>{option.value.replaceAll('_', ' ')}</span>
            <span className={classes.offset}>{zoneOffset(option.value, now)}</span>
          </span>
        )}
        description={describeZone(value, now)}
        value={value}
        error={error}
        onChange={(chosen) => chosen !== null && onChange(chosen)}
      />
      {value !== own && timezones.includes(own) && (
        <Button variant="default" size="compact-sm" className={classes.own} onClick={() => onChange(own)}>
          Use {own}
        </Button>
      )}
    </div>
  );
}

function describeZone(timezone: string, now: number): string | undefined {
  const offset = zoneOffset(timezone, now);
  return offset === '' || timezone === 'UTC'
    ? undefined
    : `${offset} at present; clock changes are followed.`;
}
