-- The dashboard's chart: how many rows the history got, without counting a million of them each time. By quarters of an
-- hour, at which the days of every timezone begin; and by the connection that wrote them, so that nobody waits for
-- another's transaction to count their own rows.
create table change_history_counts (
  quarter timestamptz not null,
  backend integer not null,
  edits integer not null,
  primary key (quarter, backend)
);

create function count_added_history() returns trigger language plpgsql as $$
begin
  insert into change_history_counts as counts (quarter, backend, edits)
  select date_bin('15 minutes', changed_at, '2000-01-01T00:00Z') as quarter, pg_backend_pid(), count(*)
  from added group by quarter order by quarter
  on conflict (quarter, backend) do update set edits = counts.edits + excluded.edits;
  return null;
end $$;

create trigger count_added_history after insert on change_history
  referencing new table as added for each statement execute function count_added_history();

insert into change_history_counts (quarter, backend, edits)
select date_bin('15 minutes', changed_at, '2000-01-01T00:00Z') as quarter, 0, count(*)
from change_history group by quarter;
