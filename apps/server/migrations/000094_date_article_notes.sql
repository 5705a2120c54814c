-- So that a refresh may wait for a sync under way, but only so long.
alter table article_changes add column noted_at timestamptz not null default now();
