-- What somebody who is limited to some stores sees: in the place of each table a view of the same name, which a
-- transaction for them finds first (platform/db/store-scope.ts). Made anew after every migration and whenever this
-- file changes; it holds nothing. A table with a store_id is covered by itself; the others are named below, or hold
-- nothing of stores, as store-scope.test.ts lists.
drop schema if exists store_scope cascade;
create schema store_scope;

-- Fails outside of such a transaction.
create function store_scope.ids() returns uuid[] language sql stable parallel safe
  as $$ select string_to_array(current_setting('storefleet.store_ids'), ',')::uuid[] $$;
create function store_scope.person() returns uuid language sql stable parallel safe
  as $$ select nullif(current_setting('storefleet.person_id'), '')::uuid $$;

do $$
declare
  home constant text := quote_ident(current_schema());
  -- Worked out once for a statement.
  ids constant text := '((select store_scope.ids())::uuid[])';
  name text;
  kind "char";
  shown text;
begin
  -- The rows of each store are its own.
  for name, kind in
    select quote_ident(c.relname), c.relkind from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p', 'v')
      and c.relname not in ('edit_items', 'edit_batch_stores')
      and exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'store_id' and not a.attisdropped)
  loop
    execute format('create view store_scope.%1$s as select * from %2$s.%1$s where store_id = any %3$s', name, home, ids)
      || case when kind = 'v' then '' else ' with local check option' end;
  end loop;
  execute format('create view store_scope.stores as select * from %s.stores where id = any %s', home, ids);

  -- An update is seen as a whole or not at all: its title, sums and warnings are of all its stores.
  execute format('create view store_scope.edit_batches as select * from %1$s.edit_batches batch
    where not exists (select from %1$s.edit_batch_stores part where part.batch_id = batch.id and part.store_id <> all %2$s)
      and (batch.requested_by = (select store_scope.person())
        or exists (select from %1$s.edit_batch_stores part where part.batch_id = batch.id))', home, ids);
  foreach name in array array['edit_batch_stores', 'edit_items', 'left_out_items', 'import_problem_rows', 'undo_requests',
    'scheduled_changes']
  loop
    execute format('create view store_scope.%1$s as select * from %2$s.%1$s part
      where exists (select from store_scope.edit_batches batch where batch.id = part.batch_id)', name, home);
  end loop;

  foreach name in array array['sync_skipped_rows', 'sync_seen_batches']
  loop
    execute format('create view store_scope.%1$s as select * from %2$s.%1$s part
      where exists (select from store_scope.sync_runs run where run.id = part.run_id)', name, home);
  end loop;
  foreach name in array array['scheduled_sync_runs', 'scheduled_sync_requests']
  loop
    execute format('create view store_scope.%1$s as select * from %2$s.%1$s part
      where exists (select from store_scope.scheduled_syncs schedule where schedule.id = part.scheduled_sync_id)',
      name, home);
  end loop;

  -- What is known of an article is of all its stores. It says what there is at most in some of them: articles/fold.ts works
  -- out the rest. The planner takes what stands with nullif() for many, which most articles are. A rule of equality is of
  -- all its stores as well.
  execute format('create view store_scope.articles as select * from %s.articles where false', home);
  execute format('create view store_scope.articles_of_more as
    select key, array(select id from unnest(store_ids) as id where id = any %2$s) as store_ids, differs, conflicts, barcode_key
    from %1$s.articles where nullif(store_ids && %2$s, false) is not null', home, ids);
  execute format('create view store_scope.equality_rules as select * from %1$s.equality_rules
    where store_ids <@ %2$s and (source_store_id is null or source_store_id = any %2$s)', home, ids);

  -- A rule for some stores shows those of them that are seen.
  select string_agg(case when attname = 'store_ids'
      then format('array(select id from unnest(store_ids) id where id = any %s) as store_ids', ids)
      else quote_ident(attname) end, ', ' order by attnum) into shown
    from pg_attribute where attrelid = 'guard_rails'::regclass and attnum > 0 and not attisdropped;
  execute format('create view store_scope.guard_rails as select %s from %s.guard_rails
    where store_ids = ''{}'' or store_ids && %s', shown, home, ids);

  -- A search that names another store, by its id or in its filter, would tell of it.
  execute format('create view store_scope.saved_views as select * from %1$s.saved_views
    where not exists (select from %1$s.stores other where other.id <> all %2$s
      and (position(other.id::text in address::text) > 0 or (address::text ilike ''%%store:%%'' and position(
        lower(trim(both ''"'' from to_json(other.shop_name)::text)) in lower(address::text)) > 0)))', home, ids);
end $$;
