-- A filter finds products by their metafields. Indexes hold what is asked, so writers need not know of it; they begin almost
-- empty, because no earlier version reads metafields. Bodies are parsed here: an index is built with an empty search path.

-- Text as filters look into it: without case and accents.
create function folded(value text) returns text language sql immutable strict parallel safe
return lower(case
  when octet_length(value) = char_length(value) then value
  else regexp_replace(normalize(value, nfkd), U&'[\0300-\036F]+', '', 'g')
end);

-- Null for any other text.
create function metafield_number(value text) returns numeric language sql immutable strict parallel safe
return case when value ~ '^-?\d{1,16}(\.\d{1,9})?$' then value::numeric end;

-- By namespace.key: `key!` for none, else `key`, `key=oak`, and for numbers and dates where they are, so that a range is a list
-- of terms: `key~+23` has three digits and begins with a 2, `key~+.5` is from 0.5 to below 0.6, `key@2026-11` is a
-- month, `key@0` and `key@9` what is before 1970 and after 2069.
-- The planner shall look terms up rather than work them out row by row: hence the cost.
create function metafield_terms(metafields jsonb) returns text[] language sql immutable strict parallel safe cost 10000
begin atomic
  select coalesce(array_agg(field.name || term), '{}')
  from (
    select key as name, value, abs(metafield_number(value)) as number, value like '-%' as is_negative
    from jsonb_each_text(metafields)
  ) as field
  cross join lateral unnest(case
    when coalesce(value, '') = '' then array['!']
    else array[
      '',
      '=' || filter_key(left(value, 1000)),
      case when number < 1 then case when is_negative then '~-.' else '~+.' end || trunc(number * 10)
        else case when is_negative then '~-' else '~+' end || length(trunc(number)::text) || left(number::text, 1) end,
      case when value ~ '^\d{4}-\d\d-\d\d' then
        case when value < '1970' collate "C" then '@0' when value >= '2070' collate "C" then '@9' else '@' || left(value, 7) end
      end
    ]
  end) as term
  where term is not null;
end;

create index products_metafields_idx on products using gin (metafield_terms(metafields)) where metafields is not null;
create index variants_metafields_idx on variants using gin (metafield_terms(metafields)) where metafields is not null;
