-- A view of Compare has the screen `search` beside it: processes of the version before know no other screens, and answer
-- no list with one that they do not know.
alter table saved_views add column opens_on text check (opens_on in ('compare'));
