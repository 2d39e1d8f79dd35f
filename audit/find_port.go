package audit

import (
	"slices"
	"strings"

	"earl.example/internal/names/scheme"
	"earl.example/internal/text/ascii"
	"earl.example/urlerr"
)

// This file has the finders for the port.

func (v *view) findColonHost() {
	if !v.has(urlerr.Host) {
		return
	}
	hostport := v.of(v.hostport())
	outside := hostport[strings.LastIndexByte(hostport, ']')+1:]
	if strings.Count(outside, ":") >= 2 {
		v.add(v.hostport(), `There is more than one colon outside brackets: programs disagree on the host and the `+
			`port.`)
	}
}

func (v *view) findPortSuspicious() {
	port, at := v.get(urlerr.Port), v.span(urlerr.Port)
	if !v.has(urlerr.Port) || strings.Contains(port, ":") {
		return
	}
	n := number(port)
	const odd = `Not every program accepts this port: `
	switch {
	case port == "":
		colon := span(at.Start-1, at.End)
		v.addSafe(colon, odd+`it is empty.`, v.replace(colon, ""))
	case ascii.Index(port, ascii.NonASCII) >= 0:
		v.add(at, odd+`its digits are not ASCII.`)
	case !ascii.All(port, ascii.Digit):
		v.add(at, odd+`it is not a number.`)
	case n < 0:
		v.add(at, odd+`it is above 65535.`)
	case n == 0:
		v.add(at, odd+`no server listens on port 0.`)
	case port[0] == '0':
		v.addSafe(at, odd+`it has leading zeros.`, v.replace(at, strings.TrimLeft(port, "0")))
	}
}

// webPorts lists the ports in [1, 1023] that HTTP commonly uses. IANA registers HTTP for each of these ports except 81
// and 808, for which it registers no service.
var webPorts = []int{80, 81, 280, 443, 488, 591, 808}

// ownPorts maps a scheme to the ports in [1, 1023] that its protocol uses. The default port of the scheme can be
// missing.
var ownPorts = map[string][]int{
	"ftp": {20, 21, 989, 990}, "ftps": {989, 990, 21}, "smtp": {25, 465, 587}, "smtps": {465, 587, 25},
	"imap": {143, 993}, "imaps": {993, 143}, "pop3": {110, 995}, "pop3s": {995, 110}, "ldap": {389, 636},
	"ldaps": {636, 389}, "nntp": {119, 563, 433}, "irc": {194}, "ircs": {994}, "smb": {139, 445}, "smbs": {139, 445},
	"ssh": {22}, "sftp": {22, 115}, "scp": {22}, "git+ssh": {22}, "ssh+git": {22}, "svn+ssh": {22}, "gophers": {70},
	"rtsp": {554, 322}, "rtsps": {322}, "whois": {43}, "telnet": {23, 992}, "xmlrpc.beep": {602}, "nfs": {111},
}

// badPorts lists the ports above 1023 that browsers block (Fetch Standard §2.9, Port blocking).
var badPorts = []int{
	1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
}

// servicePorts lists the ports above 1023 that are used by a database, a message queue or an administration interface.
// Such services are common targets of server-side request forgery. The list is of 2026-11-24.
var servicePorts = []int{
	1099,             // Java RMI
	1433, 1434, 1521, // SQL Server, Oracle
	2181,                   // ZooKeeper
	2375, 2376, 2379, 2380, // Docker, etcd
	3306, 3389, // MySQL, Remote Desktop
	4369,       // Erlang
	4505, 4506, // Salt
	5432, 5555, 5671, 5672, // PostgreSQL, Android Debug Bridge, AMQP
	5900, 5901, 5984, 5985, 5986, // VNC, CouchDB, Windows Remote Management
	6066, 7077, // Spark
	6379, 6380, 16379, 26379, // Redis, its cluster and Sentinel
	8009, 8088, 8200, 8300, 8500, 8501, // AJP, YARN, Vault, Consul
	9042, 9092, 9160, 9200, 9229, 9300, // Cassandra, Kafka, Elasticsearch, Node.js inspector
	10250, 10255, // Kubernetes
	11211, 11434, // Memcached, Ollama
	15672, 25672, // RabbitMQ
	27017, 27018, 27019, // MongoDB
	61616, // ActiveMQ
}

func (v *view) findPortSchemeMismatch() {
	port := number(v.get(urlerr.Port))
	name := v.scheme
	if name == "" && v.report.base != nil {
		for _, r := range v.report.accepted() {
			name = ascii.ToLower(value(r, urlerr.Scheme))
		}
	}
	if port <= 0 || name == "" {
		return
	}
	info, own := scheme.Lookup(name), ownPorts[name]
	web := info.Has(scheme.HTTP) || name == "ws" || name == "wss"
	switch {
	case port == int(info.Port), slices.Contains(own, port), web && slices.Contains(webPorts, port):
	case port <= 1023 && (web || info.Port != 0 || own != nil):
		v.add(v.span(urlerr.Port), `This port is assigned to another protocol, whose server can read the request as `+
			`commands.`)
	case web && slices.Contains(badPorts, port):
		v.add(v.span(urlerr.Port), `Browsers block this port, because servers of other protocols use it.`)
	case web && slices.Contains(servicePorts, port):
		v.add(v.span(urlerr.Port), `A database, a queue or an administration service usually listens on this port. `+
			`Attacks that make a server send requests aim at it.`)
	}
}
