-- What columns of imported files mean that are called otherwise, as somebody chose at an import.
create table import_headings (
  -- In lower case, with single blanks.
  heading text primary key,
  meaning text not null
);

-- The rows of an imported file that were refused, to be corrected and imported again; row 0 has the headings.
create table import_problem_rows (
  batch_id uuid not null references edit_batches (id) on delete cascade,
  row_number integer not null,
  cells text[] not null,
  problem text not null,
  primary key (batch_id, row_number)
);
