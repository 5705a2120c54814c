-- Whether amounts of one name differ, or some are null and others not, in lists of objects of amounts.
create function amounts_differ(held jsonb) returns boolean language sql immutable strict parallel safe as $$
  select exists (
    select from jsonb_array_elements(held) as objects, jsonb_array_elements(objects) as object, jsonb_each_text(object) as amount
    group by amount.key
    having count(distinct amount.value::numeric) > 1 or count(amount.value) between 1 and count(*) - 1
  )
$$;

-- Articles with fixed prices are compared again: their differences do not say yet whether these differ.
insert into article_changes (keys)
select array_agg(article_key) from (
  select article_key, (row_number() over (order by article_key) - 1) / 5000 as part
  from (select distinct article_key from variants where list_prices is not null and article_key <> '') as priced
) as parts group by part;
