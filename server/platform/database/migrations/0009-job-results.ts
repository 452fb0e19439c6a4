/** What jobs of feature services have written, for a day: compressed, in pieces (docs/offline-sync.md#in-the-background). */
export const jobResults = [
  `create table hosted_job_result (
    job text primary key,
    service_id integer not null references hosted_service on delete cascade,
    -- The username of the member who started it.
    owner text not null,
    created_at bigint not null,
    -- Null while it is being written.
    finished_at bigint
  )`,
  `create index hosted_job_result_service on hosted_job_result (service_id, owner)`,
  `create index hosted_job_result_owner on hosted_job_result (owner)`,
  `create table hosted_job_piece (
    job text not null references hosted_job_result on delete cascade,
    piece integer not null,
    bytes bytea not null,
    primary key (job, piece)
  )`,
  `alter table hosted_job_piece alter column bytes set storage external`,
  `create function hosted_job_owner_deleted() returns trigger language plpgsql as $$ begin
    delete from hosted_job_result where owner = old.username;
    return null;
  end $$`,
  `create trigger hosted_job_owner_deleted after delete on portal_user
    for each row execute function hosted_job_owner_deleted()`,
];
