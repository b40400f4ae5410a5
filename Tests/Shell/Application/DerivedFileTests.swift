import DomainKit
import Foundation
import ItemsDomain
import Nacre
import Shell
import TestRandomness
import TestTraits
import Testing

/// A damaged, deleted or replaced derived file causes a rebuild and a notice, and nothing else.
@Suite(.fewAtOnce)
struct DerivedFileTests {
    private static let files = ["views.mdb", "index.mdb"]

    private let store: TemporaryStore
    private let contents: Contents

    init() async throws {
        let store = try TemporaryStore()
        contents = try await store.withApplication { application in
            try await application.fill(items: 60)
            return try await Contents(of: application)
        }
        self.store = store
    }

    private func expectSameAnswers(_ notices: Notices, sourceLocation: SourceLocation = #_sourceLocation) async throws {
        try await store.withApplication(notices) { application in
            let found = try await Contents(of: application)
            #expect(found == contents, sourceLocation: sourceLocation)
            // Loads items by their streams, which the index finds.
            for item in contents.items.prefix(6) where !item.isDeleted {
                let renamed = try await application.items.rename(item.id, to: item.name)
                #expect(renamed == item, sourceLocation: sourceLocation)
            }
        }
    }

    @Test(arguments: files)
    func `a deleted derived file causes a notice`(file: String) async throws {
        try FileManager.default.removeItem(atPath: "\(store.path)/\(file)")
        let notices = Notices()
        try await expectSameAnswers(notices)
        #expect(notices.all.count == 1, "\(notices.all)")
        #expect(notices.all.first?.contains(file) == true)
    }

    @Test(arguments: files)
    func `deleting a derived file in use loses no event for its user or the next one`(file: String) async throws {
        try await store.withApplication { first in
            try FileManager.default.removeItem(atPath: "\(store.path)/\(file)")
            try await store.withApplication { second in
                for number in 1...5 {
                    let item = try await second.items.create(name: "new \(number)")
                    _ = try await first.items.rename(item.id, to: "renamed \(number)")
                    _ = try await second.items.complete(item.id)
                    let found = try await Contents(of: first)
                    let foundBySecond = try await Contents(of: second)
                    #expect(found == foundBySecond)
                    #expect(found.items.count == contents.items.count + number)
                }
            }
        }
    }

    @Test(arguments: files)
    func `a derived file of another store causes a notice`(file: String) async throws {
        let other = try TemporaryStore()
        try await other.withApplication { try await $0.fill(items: 70) }
        try FileManager.default.removeItem(atPath: "\(store.path)/\(file)")
        try FileManager.default.copyItem(atPath: "\(other.path)/\(file)", toPath: "\(store.path)/\(file)")
        let notices = Notices()
        try await expectSameAnswers(notices)
        #expect(!notices.all.isEmpty)
        let again = Notices()
        try await expectSameAnswers(again)
        #expect(again.all.isEmpty, "\(again.all)")
    }

    @Test(arguments: files)
    func `a log in place of a derived file causes a notice`(file: String) async throws {
        try FileManager.default.removeItem(atPath: "\(store.path)/\(file)")
        try FileManager.default.copyItem(atPath: "\(store.path)/log.mdb", toPath: "\(store.path)/\(file)")
        let notices = Notices()
        try await expectSameAnswers(notices)
        #expect(!notices.all.isEmpty)
    }

    @Test(arguments: files, 0..<4)
    func `a flipped bit in a derived file does not change answers`(file: String, part: Int) async throws {
        let path = URL(fileURLWithPath: "\(store.path)/\(file)")
        let sound = try Data(contentsOf: path)
        var random = SeededGenerator(seed: UInt64(part) * 77 + UInt64(file.utf8.count))
        for _ in 0..<25 {
            let offset = Int.random(in: 0..<sound.count, using: &random)
            let bit = UInt8.random(in: 0..<8, using: &random)
            var damaged = sound
            damaged[offset] ^= 1 << bit
            try damaged.write(to: path)
            do {
                try await expectSameAnswers(Notices())
            } catch {
                Issue.record("bit \(bit) of byte \(offset): \(error)")
            }
        }
    }

    @Test(arguments: files)
    func `an overwritten page of a derived file causes a notice`(file: String) async throws {
        let path = URL(fileURLWithPath: "\(store.path)/\(file)")
        let sound = try Data(contentsOf: path)
        let pages = sound.count / 4096
        var withNotice = 0
        for page in 0..<pages {
            var damaged = sound
            damaged.replaceSubrange(page * 4096..<(page + 1) * 4096, with: Data(repeating: 0xA5, count: 4096))
            try damaged.write(to: path)
            let notices = Notices()
            try await expectSameAnswers(notices)
            if !notices.all.isEmpty { withNotice += 1 }
        }
        // The meta page that is not in force and free pages have no effect.
        #expect(withNotice >= 1)
    }
}
