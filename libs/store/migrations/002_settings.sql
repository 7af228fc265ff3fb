-- What is too long for a row is compressed by lz4, which takes a fifth of the time of Postgres' own. A server that was built without it goes on
-- with its own, and so does one where who migrates does not own the database.
do $$
begin
  execute format('alter database %I set default_toast_compression = lz4', current_database());
exception
  when invalid_parameter_value or insufficient_privilege then
    raise notice 'default_toast_compression stays %: %', current_setting('default_toast_compression'), sqlerrm;
end $$;

-- Every statement here goes by an index whatever the statistics say, so that a tenth of the usual sample is enough: of tables that grow all the time
-- Postgres takes it again and again. Left as it is where who migrates does not own the database.
do $$
begin
  execute format('alter database %I set default_statistics_target = 10', current_database());
exception
  when insufficient_privilege then
    raise notice 'default_statistics_target stays %: %', current_setting('default_statistics_target'), sqlerrm;
end $$;
