-- Where a mapping's column is in another table, with a row for each list or warehouse (packages/contract/src/stores/mssql.ts).
alter table mssql_field_mappings add column child_table jsonb;
