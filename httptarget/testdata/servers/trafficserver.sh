# Start Traffic Server with the given rules of remap.config.
mkdir etc run log cache plugins
for part in prefix exec_prefix bindir sbindir datadir includedir libdir mandir infodir; do echo "$part: @W@"; done >runroot.yaml
for part in sysconfdir=etc libexecdir=plugins localstatedir=run runtimedir=run logdir=log cachedir=cache; do
	echo "${part%=*}: @W@/${part#*=}"
done >>runroot.yaml
cp -r @D@/etc/trafficserver/*.yaml @D@/etc/trafficserver/body_factory etc
for name in cache hosting parent plugin socks splitdns ssl_multicert storage volume; do : >etc/$name.config; done
printf '%s\n' "$@" >etc/remap.config
cat >etc/records.config <<END
CONFIG proxy.config.http.server_ports STRING @trafficserver@:ip-in=127.0.0.1
CONFIG proxy.config.http.cache.http INT 0
CONFIG proxy.config.http.insert_request_via_str INT 0
CONFIG proxy.config.admin.user_id STRING #-1
CONFIG proxy.config.log.logging_enabled INT 0
CONFIG proxy.config.body_factory.template_sets_dir STRING @W@/etc/body_factory
CONFIG proxy.config.exec_thread.autoconfig INT 0
CONFIG proxy.config.exec_thread.limit INT 1
END
LD_LIBRARY_PATH=@D@/usr/lib/trafficserver:@D@/lib/$(uname -m)-linux-gnu:$LD_LIBRARY_PATH exec traffic_server --run-root=@W@/runroot.yaml
