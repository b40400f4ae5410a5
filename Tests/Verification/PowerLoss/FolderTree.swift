import DiskTracing

/// The entries of a folder and of the folders in it at an entry of a trace: the durable ones, and the changes that a
/// power loss may take.
///
/// A created, removed or renamed entry is durable once its folder is synced; before that, the change may be
/// missing. A rename is one change: both names, or neither.
struct FolderTree: Sendable {
    /// The node of an entry; 0 is the followed folder.
    private typealias Node = Int

    private struct Change {
        let entry: Int
        var removed: String?
        var put: (name: String, node: Node)?

        func apply(to entries: inout [String: Node]) {
            if let removed { entries[removed] = nil }
            if let put { entries[put.name] = put.node }
        }
    }

    private struct Folder {
        var safe: [String: Node] = [:]
        var pending: [Change] = []
    }

    private var folders: [Node: Folder] = [0: Folder()]
    /// The file of the trace for a node that is not a folder.
    private var files: [Node: Int] = [:]
    /// The nodes by the paths that a process sees now, relative to the folder.
    private var live: [String: Node] = [:]
    private var nodes = 0

    /// - Parameter names: Existing empty folders, which are durable.
    init(emptyFolders names: [String]) {
        for name in names {
            let node = makeNode(at: name)
            folders[node] = Folder()
            folders[0]?.safe[name] = node
        }
    }

    private mutating func makeNode(at path: String) -> Node {
        nodes += 1
        live[path] = nodes
        return nodes
    }

    private static func split(_ path: String) -> (parent: String?, name: String) {
        guard let slash = path.lastIndex(of: "/") else { return (nil, path) }
        return (String(path[..<slash]), String(path[path.index(after: slash)...]))
    }

    private mutating func change(_ path: String, _ change: Change) {
        guard let parent = Self.split(path).parent else {
            folders[0]?.pending.append(change)
            return
        }
        guard let node = live[parent] else { return }
        folders[node]?.pending.append(change)
    }

    /// Applies an entry of the trace; `paths` are those of its files, relative to the folder.
    mutating func apply(_ entry: DiskTrace.Entry, at index: Int, paths: [String]) {
        switch entry {
        case .makeFolder(let file):
            let node = makeNode(at: paths[file])
            folders[node] = Folder()
            change(paths[file], Change(entry: index, put: (Self.split(paths[file]).name, node)))
        case .create(let file):
            let node = makeNode(at: paths[file])
            files[node] = file
            change(paths[file], Change(entry: index, put: (Self.split(paths[file]).name, node)))
        case .remove(let file):
            live[paths[file]] = nil
            change(paths[file], Change(entry: index, removed: Self.split(paths[file]).name))
        case .rename(let file, let target):
            let (old, new) = (paths[file], paths[target])
            guard let node = live[old] else { return }
            live = Dictionary(
                uniqueKeysWithValues: live.filter { $0.key != new }.map { path, node in
                    guard path == old || path.hasPrefix(old + "/") else { return (path, node) }
                    return (new + path.dropFirst(old.count), node)
                })
            change(
                old, Change(entry: index, removed: Self.split(old).name, put: (Self.split(new).name, node)))
        case .folderSync(let folder, let begin):
            guard let node = folder.map({ live[paths[$0]] }) ?? 0, var synced = folders[node] else { return }
            for change in synced.pending where change.entry < begin { change.apply(to: &synced.safe) }
            synced.pending.removeAll { $0.entry < begin }
            folders[node] = synced
        default: break
        }
    }

    /// The number of changes that a power loss may take.
    var pendingCount: Int { folders.values.reduce(0) { $0 + $1.pending.count } }

    /// The choices of surviving changes, by their ordinals: every choice if they are few, else all, none, and each
    /// single one kept or missing.
    var choices: [Set<Int>] {
        let count = pendingCount
        let all = Set(0..<count)
        if count <= 3 {
            return (0..<1 << count).map { bits in all.filter { bits >> $0 & 1 == 1 } }
        }
        return [[], all] + all.flatMap { [[$0], all.subtracting([$0])] }
    }

    /// What a power loss leaves: the files of the trace by path, `nil` for a folder.
    func image(keeping kept: Set<Int>) -> [String: Int?] {
        var ordinal = 0
        var entries: [Node: [String: Node]] = [:]
        for node in folders.keys.sorted() {
            guard let folder = folders[node] else { continue }
            entries[node] = folder.safe
            for change in folder.pending {
                if kept.contains(ordinal) { change.apply(to: &entries[node, default: [:]]) }
                ordinal += 1
            }
        }
        var image: [String: Int?] = [:]
        for (name, node) in entries[0] ?? [:] {
            image[name] = .some(files[node])
            for (inner, node) in entries[node] ?? [:] { image["\(name)/\(inner)"] = .some(files[node]) }
        }
        return image
    }
}
