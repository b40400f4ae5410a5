import Foundation
import TestFolders
import TestRandomness
import Testing

@testable import AuthSecrets

@Suite struct KeySlotFileTests {
    private let folder: TemporaryFolder
    private let sodium: Sodium
    private let path: String
    private let owner = KeyOwner(high: 1, low: 2)

    init() throws {
        folder = try TemporaryFolder()
        sodium = try Sodium()
        path = folder.path("keys")
    }

    private func slots() throws -> KeySlotFile { KeySlotFile(try PrivateFile(openingOrCreating: path), sodium) }

    @Test func `a key is read from the slot that it was written to, also after reopening`() throws {
        let key = sodium.randomKey()
        try slots().write(key, of: owner, to: 5)
        guard case .key(let found, of: let foundOwner) = try slots().read(5) else {
            Issue.record("the slot has no key")
            return
        }
        #expect(found.copy() == key.copy())
        #expect(foundOwner == owner)
    }

    @Test func `slots that were never written are free`() throws {
        try slots().write(sodium.randomKey(), of: owner, to: 5)
        #expect(try slots().kind(of: 4) == "free")
        #expect(try slots().kind(of: 6) == "free")
    }

    @Test func `a slot with any altered byte is torn`() throws {
        let slots = try slots()
        try slots.write(sodium.randomKey(), of: owner, to: 2)
        let written = try folder.bytes("keys")
        let checked = KeySlotLayout.checksumOffset + KeySlotLayout.checksumBytes
        for index in 0..<checked {
            try slots.file.write([written[2 * 128 + index] ^ 0x10], at: 2 * 128 + index)
            #expect(try slots.kind(of: 2) == "torn", "byte \(index)")
            try slots.file.write([written[2 * 128 + index]], at: 2 * 128 + index)
        }
        #expect(try slots.kind(of: 2) == "key")
    }

    @Test func `a slot of which only a part was written is torn`() throws {
        let slots = try slots()
        try slots.write(sodium.randomKey(), of: owner, to: 2)
        let former = try folder.bytes("keys")
        try slots.write(sodium.randomKey(), of: KeyOwner(high: 3, low: 4), to: 2)
        let new = try folder.bytes("keys")
        // Zero bytes of the new key, or all of them, would be a whole slot.
        for count in stride(from: 32, to: 96, by: 8) {
            try slots.file.write(Array((new[..<(256 + count)] + former[(256 + count)...])[256...]), at: 256)
            #expect(try slots.kind(of: 2) == "torn", "\(count) bytes")
            try slots.file.write(Array(new[256..<256 + count]) + [UInt8](repeating: 0, count: 128 - count), at: 256)
            #expect(try slots.kind(of: 2) == "torn", "\(count) bytes, then zeros")
        }
    }

    @Test func `a key that is in another slot than its own is torn`() throws {
        let slots = try slots()
        try slots.write(sodium.randomKey(), of: owner, to: 2)
        try slots.file.write(Array(try folder.bytes("keys")[256..<384]), at: 3 * 128)
        #expect(try slots.kind(of: 3) == "torn")
    }

    @Test func `erasing leaves zeros in the slot, and the others as they are`() throws {
        let slots = try slots()
        let key = sodium.randomKey()
        let other = sodium.randomKey()
        try slots.write(key, of: owner, to: 2)
        try slots.write(other, of: owner, to: 3)
        try slots.erase(2)
        try slots.erase(2)
        #expect(try slots.kind(of: 2) == "free")
        #expect(try slots.kind(of: 3) == "key")
        let bytes = try folder.bytes("keys")
        #expect(bytes[256..<384].allSatisfy { $0 == 0 })
        #expect(bytes.firstRange(of: key.copy()) == nil)
        #expect(bytes.firstRange(of: other.copy()) != nil)
    }

    @Test func `erasing writes random bytes first, and syncs them`() throws {
        let states = States()
        let path = path
        let slots = KeySlotFile(try PrivateFile(openingOrCreating: path), sodium) { step in
            let bytes = FileManager.default.contents(atPath: path).map { Array($0.dropFirst(256)) } ?? []
            states.add(step, bytes)
        }
        let key = sodium.randomKey()
        try slots.write(key, of: owner, to: 2)
        try slots.erase(2)
        #expect(
            states.all.map(\.step)
                == [
                    .keyWritten, .keySynced, .keyOverwritten, .keyOverwriteSynced, .keyZeroed, .keyZeroSynced,
                ])
        let random = try #require(states.all.first { $0.step == .keyOverwriteSynced }?.bytes)
        #expect(random.count { $0 == 0 } < 16)
        #expect(random.firstRange(of: key.copy()) == nil)
        #expect(states.all.last?.bytes == [UInt8](repeating: 0, count: 128))
    }

    @Test func `the file is made for its owner alone, and refused if others may use it`() throws {
        _ = try slots()
        #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
        for mode in [0o640, 0o604, 0o620, 0o601] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
            let error = #expect(throws: SecretsError.self) { try slots() }
            #expect(error?.code == .exposed)
        }
    }

    @Test func `a link in place of the file is refused`() throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: folder.path("elsewhere"))
        #expect(throws: SecretsError.self) { try slots() }
    }
}

extension KeySlotFile {
    /// What a slot holds, in a word.
    fileprivate func kind(of slot: UInt64) throws -> String {
        switch try read(slot) {
        case .free: "free"
        case .key: "key"
        case .torn: "torn"
        }
    }
}

/// The bytes of a slot at each step.
private final class States: @unchecked Sendable {
    // Sendable: the variable is accessed with the lock held.
    private let lock = NSLock()
    private var states: [(step: SecretsStep, bytes: [UInt8])] = []

    var all: [(step: SecretsStep, bytes: [UInt8])] { lock.withLock { states } }

    func add(_ step: SecretsStep, _ bytes: [UInt8]) { lock.withLock { states.append((step, bytes)) } }
}
