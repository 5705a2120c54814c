-- Files that wait to be imported, between the step that shows their columns and their plan.
create table import_files (
  id uuid primary key,
  -- Nobody else can import it.
  owner_id uuid not null,
  file_name text,
  created_at timestamptz not null default now()
);

create index import_files_created_idx on import_files (created_at);

create table import_file_parts (
  file_id uuid not null references import_files (id) on delete cascade,
  part integer not null,
  bytes bytea not null,
  primary key (file_id, part)
);
