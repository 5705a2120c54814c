import { type SystemView, systemView } from './system-view.ts';

const databases = systemView(
  `name sysname, database_id int, source_database_id int?, owner_sid varbinary(85)?, create_date datetime,
   compatibility_level tinyint, collation_name sysname?, user_access tinyint?, user_access_desc nvarchar(60)?,
   is_read_only bit?, is_auto_close_on bit, is_auto_shrink_on bit?, state tinyint?, state_desc nvarchar(60)?,
   is_in_standby bit?, snapshot_isolation_state tinyint?, snapshot_isolation_state_desc nvarchar(60)?,
   is_read_committed_snapshot_on bit?, recovery_model tinyint?, recovery_model_desc nvarchar(60)?, is_encrypted bit?,
   containment tinyint?, containment_desc nvarchar(60)?`,
  (_database, { catalogue }) =>
    catalogue.databases.map(({ name, id, created, collation }) => ({
      name,
      database_id: id,
      owner_sid: Buffer.from([1]),
      create_date: created,
      compatibility_level: 160,
      collation_name: collation,
      user_access: 0,
      user_access_desc: 'MULTI_USER',
      is_read_only: false,
      is_auto_close_on: false,
      is_auto_shrink_on: false,
      state: 0,
      state_desc: 'ONLINE',
      is_in_standby: false,
      snapshot_isolation_state: 0,
      snapshot_isolation_state_desc: 'OFF',
      is_read_committed_snapshot_on: false,
      recovery_model: 3,
      recovery_model_desc: 'SIMPLE',
      is_encrypted: false,
      containment: 0,
      containment_desc: 'NONE',
    })),
);

const schemas = systemView('name sysname, schema_id int, principal_id int?', ({ schemas: all }) =>
  all.map(({ name, id }) => ({ name, schema_id: id, principal_id: 1 })),
);

const database_principals = systemView(
  `name sysname, principal_id int, type char(1), type_desc nvarchar(60)?, default_schema_name sysname?,
   create_date datetime, modify_date datetime, is_fixed_role bit`,
  ({ created }) =>
    [
      { name: 'public', principal_id: 0, type: 'R', type_desc: 'DATABASE_ROLE', is_fixed_role: false },
      {
        name: 'dbo',
        principal_id: 1,
        type: 'S',
        type_desc: 'SQL_USER',
        default_schema_name: 'dbo',
        is_fixed_role: false,
      },
      {
        name: 'guest',
        principal_id: 2,
        type: 'S',
        type_desc: 'SQL_USER',
        default_schema_name: 'guest',
        is_fixed_role: false,
      },
    ].map((principal) => ({ ...principal, create_date: created, modify_date: created })),
);

export const sysServer: Readonly<Record<string, SystemView>> = { databases, schemas, database_principals };
