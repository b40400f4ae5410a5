import Foundation
import Nacre
import NacreTesting
import Testing

/// A folder in which tests record layouts, removed with the object.
final class LayoutFolder: Sendable {
    private let folder = URL.temporaryDirectory.appending(path: "layouts-\(UUID())")

    deinit {
        try? FileManager.default.removeItem(at: folder)
    }

    /// The file with the record of `Account`.
    var record: URL { folder.appending(path: "Layouts/Account.txt") }

    /// The path of a file in the folder.
    func path(_ name: String) -> String { folder.appending(path: name).path() }

    /// Checks events against the record of `Account`.
    func check<Event: StoredEvent>(_ samples: [Event], recording: Bool = false) throws {
        try EventLayoutConformance.check(
            Event.codec, named: "Account", samples: samples, recording: recording, file: path("AccountTests.swift"))
    }

    /// Records events, then checks others against the record and returns the finding.
    func finding<Old: StoredEvent, New: StoredEvent>(
        recorded: [Old], checked: [New], recording: Bool = false
    ) -> String? {
        #expect(throws: ConformanceFailure.self) { try check(recorded) }
        return #expect(throws: ConformanceFailure.self) { try check(checked, recording: recording) }?.finding
    }
}
