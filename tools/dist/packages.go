package main

import (
	"bytes"
	"crypto/md5"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
	"time"
)

// A release is what all packages have in common.
type release struct {
	version string
	when    time.Time
	files   []file // licences, manual pages, completions
	python  []file // the package of Python
}

const (
	summary = "Parse URLs as specifications and programs do, and see where they disagree"
	authors = "The earl authors"
)

// described has a version, a release candidate, and the commits since then, as git describe writes them.
var described = regexp.MustCompile(`^v?(\d+\.\d+\.\d+)(?:-rc\.?(\d+))?(?:-(\d+)-(g[0-9a-f]+))?(-dirty)?$`)

// number returns the version for a package manager. candidate precedes the number of a release candidate. commit
// precedes the number of commits after the release and the last of them. Without a release it is 0.0.0.
func (r *release) number(candidate, commit string) string {
	m := described.FindStringSubmatch(r.version)
	if m == nil {
		return "0.0.0" + commit + "g" + strings.NewReplacer("-", ".", "+", ".", "_", ".").Replace(r.version)
	}
	version, changes := m[1], strings.Trim(m[3]+"."+m[4]+strings.Replace(m[5], "-", ".", 1), ".")
	if m[2] != "" {
		version += candidate + m[2]
	}
	if changes != "" {
		version += commit + changes
	}
	return version
}

// licences returns the licences in a folder.
func (r *release) licences(folder string) (all []file) {
	for _, f := range r.files {
		if f.name == "LICENSE" || f.name == "NOTICE" || strings.HasPrefix(f.name, "licenses/") {
			all = append(all, file{folder + f.name, 0o644, f.data})
		}
	}
	return sorted(all)
}

func (r *release) file(name string) []byte {
	return r.files[slices.IndexFunc(r.files, func(f file) bool { return f.name == name })].data
}

// wheel returns a wheel with the command as a script (PEP 427).
func (r *release) wheel(platform string, command []byte) (string, []byte) {
	version := r.number("rc", "+")
	base := "earl_url-" + version
	info := base + ".dist-info/"
	var wheel strings.Builder
	wheel.WriteString("Wheel-Version: 1.0\nGenerator: earl tools/dist\nRoot-Is-Purelib: false\n")
	for each := range strings.SplitSeq(platforms[platform], ".") {
		fmt.Fprintf(&wheel, "Tag: py3-none-%s\n", each)
	}
	metadata := "Metadata-Version: 2.1\nName: earl-url\nVersion: " + version + "\nSummary: " + summary +
		"\nAuthor: " + authors + "\nLicense: MIT\nRequires-Python: >=3.9\nDescription-Content-Type: text/markdown\n\n" +
		string(r.file("README.md"))
	files := append([]file{
		{base + ".data/scripts/" + commandName(platform), 0o755, command},
		{info + "METADATA", 0o644, []byte(metadata)},
		{info + "WHEEL", 0o644, []byte(wheel.String())},
	}, r.licences(info+"licenses/")...)
	files = append(files, r.python...)
	var record strings.Builder
	for _, f := range files {
		sum := sha256.Sum256(f.data)
		fmt.Fprintf(&record, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.data))
	}
	record.WriteString(info + "RECORD,,\n")
	files = append(files, file{info + "RECORD", 0o644, []byte(record.String())})
	return base + "-py3-none-" + platforms[platform] + ".whl", zipOf("", files, r.when)
}

var debProcessors = map[string]string{"linux/amd64": "amd64", "linux/arm64": "arm64", "linux/386": "i386"}

// completions are the places of the completions on Debian.
var completions = map[string]string{
	"completions/earl.bash": "usr/share/bash-completion/completions/earl",
	"completions/_earl":     "usr/share/zsh/vendor-completions/_earl",
	"completions/earl.fish": "usr/share/fish/vendor_completions.d/earl.fish",
}

// deb returns a package of Debian for a platform of Linux.
func (r *release) deb(platform string, command []byte) (string, []byte) {
	processor := debProcessors[platform]
	version := r.number("~rc.", "+")
	const maintainer = authors + " <earl@packages.invalid>"
	changelog := fmt.Sprintf("earl (%s) unstable; urgency=medium\n\n  * See CHANGELOG.md.\n\n -- %s  %s\n", version,
		maintainer, r.when.Format(time.RFC1123Z))
	// Debian's programs are linked dynamically. Programs in Go are not.
	overrides := "earl: statically-linked-binary [usr/bin/earl]\n"
	doc := "usr/share/doc/earl/"
	files := []file{
		{"usr/bin/earl", 0o755, command},
		{doc + "copyright", 0o644, append([]byte("earl is published under the licence of MIT.\nThe licences of the "+
			"modules that it contains are in the folder licenses.\n\n"), r.file("LICENSE")...)},
		{"usr/share/lintian/overrides/earl", 0o644, []byte(overrides)},
	}
	zipped := []file{{doc + "changelog.gz", 0o644, []byte(changelog)}, {doc + "NOTICE.gz", 0o644, r.file("NOTICE")}}
	for _, f := range r.files {
		switch place := completions[f.name]; {
		case place != "":
			files = append(files, file{place, 0o644, f.data})
		case strings.HasPrefix(f.name, "man/"):
			zipped = append(zipped, file{"usr/share/" + f.name + ".gz", 0o644, f.data})
		case strings.HasPrefix(f.name, "licenses/"):
			files = append(files, file{doc + f.name, 0o644, f.data})
		}
	}
	for _, f := range zipped {
		files = append(files, file{f.name, f.mode, gzipped(f.data)})
	}
	var sums bytes.Buffer
	size := 0
	for _, f := range sorted(files) {
		fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(f.data), f.name)
		size += len(f.data)
	}
	text := fmt.Sprintf("Package: earl\nVersion: %s\nArchitecture: %s\nMaintainer: %s\nInstalled-Size: %d\n"+
		"Section: utils\nPriority: optional\nDescription: %s\n %s\n",
		version, processor, maintainer, size/1024, debSummary, debDescription)
	var b bytes.Buffer
	b.WriteString("!<arch>\n")
	for _, member := range []file{
		{"debian-binary", 0, []byte("2.0\n")},
		{"control.tar.gz", 0, gzipped(tarOf("./", []file{{"control", 0o644, []byte(text)}, {"md5sums", 0o644, sums.Bytes()}},
			r.when))},
		{"data.tar.gz", 0, gzipped(tarOf("./", withFolders(files), r.when))},
	} {
		fmt.Fprintf(&b, "%-16s%-12d%-6d%-6d%-8s%-10d`\n", member.name, r.when.Unix(), 0, 0, "100644", len(member.data))
		b.Write(member.data)
		if b.Len()%2 == 1 {
			b.WriteByte('\n')
		}
	}
	return "earl_" + version + "_" + processor + ".deb", b.Bytes()
}

const (
	debSummary     = "parse URLs as specifications and programs do"
	debDescription = "Earl reads URLs as RFC 3986, the URL Standard, Python, curl and other programs\n" +
		" do, and shows where they disagree. It gets and sets parts of URLs, normalizes,\n" +
		" resolves, compares and deduplicates them, and finds URLs in documents and logs."
)

// withFolders puts the entry of each folder before the first file in it.
func withFolders(files []file) (all []file) {
	seen := map[string]bool{}
	var add func(folder string)
	add = func(folder string) {
		if folder == "." || seen[folder] {
			return
		}
		seen[folder] = true
		add(path.Dir(folder))
		all = append(all, file{folder + "/", 0o755, nil})
	}
	for _, f := range files {
		add(path.Dir(f.name))
		all = append(all, f)
	}
	return all
}

// An image is the command for one platform.
type image struct {
	platform string
	command  []byte
}

// oci returns an image layout of OCI as a tar archive. The image of each platform has one layer: the command and the
// licences.
func (r *release) oci(images []image) (string, []byte) {
	files := []file{{"oci-layout", 0o644, []byte(`{"imageLayoutVersion":"1.0.0"}`)}}
	type object map[string]any
	blob := func(mediaType string, data []byte) object {
		digest := fmt.Sprintf("%x", sha256.Sum256(data))
		files = append(files, file{"blobs/sha256/" + digest, 0o644, data})
		return object{"mediaType": mediaType, "digest": "sha256:" + digest, "size": len(data)}
	}
	const media = "application/vnd.oci.image."
	var manifests []object
	for _, i := range images {
		system, processor, _ := strings.Cut(i.platform, "/")
		content := append([]file{{"earl", 0o755, i.command}}, r.licences("usr/share/doc/earl/")...)
		layer := tarOf("", withFolders(content), r.when)
		config := must(json.Marshal(object{
			"created": r.when.Format(time.RFC3339), "architecture": processor, "os": system,
			"config": object{"Entrypoint": []string{"/earl"}, "Labels": object{
				"org.opencontainers.image.title": "earl", "org.opencontainers.image.version": r.number("-rc.", "-"),
				"org.opencontainers.image.licenses": "MIT",
			}},
			"rootfs": object{"type": "layers", "diff_ids": []string{fmt.Sprintf("sha256:%x", sha256.Sum256(layer))}},
		}))
		descriptor := blob(media+"manifest.v1+json", must(json.Marshal(object{"schemaVersion": 2,
			"mediaType": media + "manifest.v1+json", "config": blob(media+"config.v1+json", config),
			"layers": []object{blob(media+"layer.v1.tar+gzip", gzipped(layer))}})))
		descriptor["platform"] = object{"architecture": processor, "os": system}
		manifests = append(manifests, descriptor)
	}
	index := func(manifests ...object) []byte {
		return must(json.Marshal(object{"schemaVersion": 2, "mediaType": media + "index.v1+json", "manifests": manifests}))
	}
	// A reader of the layout takes the image by its name.
	top := blob(media+"index.v1+json", index(manifests...))
	top["annotations"] = object{"org.opencontainers.image.ref.name": r.number("-rc.", "-")}
	files = append(files, file{"index.json", 0o644, index(top)})
	return "earl-" + r.number("-rc.", "+") + "-oci.tar", tarOf("", withFolders(files), r.when)
}

// npm returns the package of a folder that web wrote, with the version and the licences.
func (r *release) npm(folder string) (string, []byte) {
	files := append(r.licences(""), filesOf(folder, "*", "")...)
	for i, f := range files {
		if f.name == "package.json" {
			files[i].data = bytes.ReplaceAll(f.data, []byte("{{VERSION}}"), []byte(r.number("-rc.", "+")))
		}
	}
	return "earl-url-" + r.number("-rc.", "+") + ".tgz", gzipped(tarOf("package/", sorted(files), r.when))
}
