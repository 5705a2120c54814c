-- Why no plan of a watched rule waits although values deviate, such as a store without a token.
alter table equality_rules add column plan_problem text;
