import Foundation
import TestFolders
import Testing
import ToolTesting

/// A store in its own folder, used only through the program.
struct CommandLineStore: CommandTarget {
    let folder: TemporaryFolder
    let name: String
    var process = NacreProcess()

    init(named name: String = "nacre.store") throws {
        try self.init(in: TemporaryFolder(), named: name)
    }

    init(in folder: TemporaryFolder, named name: String) throws {
        self.folder = folder
        self.name = name
    }

    /// Another store in the folder of a store, used by the same process.
    init(sharing store: CommandLineStore, named name: String) {
        folder = store.folder
        self.name = name
        process = store.process
    }

    var path: String { folder.path(name) }

    var place: [String] { ["--store", path] }

    var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// The number of events in the store.
    func eventCount() async throws -> Int {
        try await output("read", "--format", "ndjson").split(separator: "\n").count
    }
}
