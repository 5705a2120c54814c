-- What a member may do. Members there are become editors; the first who can sign in is the owner, as there is always one.
alter table users add column member_role text not null default 'editor'
  check (member_role in ('viewer', 'proposer', 'editor', 'owner'));
update users set member_role = 'owner'
where id = (
  select id from users
  order by (password_hash is null or coalesce(banned_until > now(), false)), created_at, id
  limit 1
);

alter table hosted_members add column member_role text not null default 'editor'
  check (member_role in ('viewer', 'proposer', 'editor', 'owner'));
update hosted_members set member_role = 'owner'
where id = (
  select id from hosted_members
  order by (joined_at is null or disabled_at is not null), created_at, id
  limit 1
);
