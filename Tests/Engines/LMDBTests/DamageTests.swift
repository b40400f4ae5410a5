import Foundation
import LMDB
import TestFolders
import TestRandomness
import TestTraits
import Testing

/// Files are damaged at random; those that pass the check must be safe to read and write.
///
/// Otherwise LMDB aborts or crashes the process, and with it this test.
@Suite(.fewAtOnce) struct DamageTests {
    @Test(arguments: FileShape.allCases)
    func `a damaged file is refused, or it can be read and written`(shape: FileShape) throws {
        let folder = try TemporaryFolder()
        let whole = try contents(of: shape, in: folder)
        var random = SeededGenerator(seed: 20_240_917)
        var refused = 0
        // Fewer rounds for the file that takes long to write.
        let images = shape == .longFreeList ? 100 : 420
        for image in 0..<images {
            let damage = Damage.allCases[image % Damage.allCases.count]
            let damaged = damage.applied(to: whole, &random)
            if try isRefused(damaged, at: folder.path("\(image).mdb")) { refused += 1 }
        }
        // Neither all nor none, or the test would prove less than it states.
        #expect(refused > 0 && refused < images)
    }

    private func contents(of shape: FileShape, in folder: TemporaryFolder) throws -> [UInt8] {
        let environment = try folder.open("whole.mdb")
        try shape.fill(environment)
        try environment.checkStructure()
        environment.close()
        return try [UInt8](Data(contentsOf: URL(fileURLWithPath: folder.path("whole.mdb"))))
    }

    /// Whether opening or checking the file throws; if not, it is read and written.
    private func isRefused(_ bytes: [UInt8], at path: String) throws -> Bool {
        defer {
            unlink(path)
            unlink(path + "-lock")
        }
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let environment: Environment
        do throws(LMDBError) {
            environment = try Environment.open(at: path, options: .init(mapSize: 16 << 20, durability: .noSync))
        } catch {
            return true
        }
        defer { environment.close() }
        do throws(LMDBError) {
            try environment.checkStructure()
        } catch {
            #expect(error.code == .corrupted)
            return true
        }
        try walk(environment)
        try change(environment)
        try environment.checkStructure()
        return false
    }

    /// Reads every byte of every entry, both ways, and looks every key up.
    private func walk(_ environment: Environment) throws {
        let entries = try environment.statistics().entries
        try environment.read { transaction in
            var cursor = try transaction.openCursor()
            // Copying touches every byte.
            var copies: [(key: [UInt8], value: [UInt8])] = []
            while let entry = try cursor.next() { copies.append(([UInt8](entry.key), [UInt8](entry.value))) }
            #expect(copies.count == entries)
            var back = 0
            while try cursor.previous() != nil { back += 1 }
            #expect(back == max(entries - 1, 0))
            for (key, value) in copies {
                #expect(try key.withUnsafeBytes { try transaction.get($0)?.count } == value.count)
            }
        }
    }

    /// Deletes every third entry and puts some, so that pages are split, merged, freed and taken from the free ones.
    private func change(_ environment: Environment) throws {
        try environment.write { (transaction: consuming WriteTransaction) in
            var cursor = try transaction.openCursor()
            var index = 0
            while try cursor.next() != nil {
                if index % 3 == 0 { try cursor.deleteCurrent() }
                index += 1
            }
            for key in 0..<20 { try transaction.put("new \(key)", String(repeating: "v", count: key * 300)) }
            try transaction.commit()
        }
    }
}

/// The kinds of damage.
private enum Damage: CaseIterable {
    case bitFlipped
    case bytesChanged
    case headerChanged
    case sectorZeroed
    case pageFilled
    case pagesSwapped
    case pageLost

    private static let pageBytes = 4096
    private static let sectorBytes = 512

    func applied(to whole: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var bytes = whole
        let page = Self.page(of: whole, &random)
        switch self {
        case .bitFlipped:
            bytes[Int.random(in: page, using: &random)] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case .bytesChanged:
            for _ in 0..<4 {
                bytes[Int.random(in: page, using: &random)] = .random(in: 0...255, using: &random)
            }
        case .headerChanged:
            // Where most of the structure is: header, offsets and the fields of a meta page.
            bytes[page.lowerBound + Int.random(in: 0..<160, using: &random)] = .random(in: 0...255, using: &random)
        case .sectorZeroed:
            let sector = page.lowerBound + Self.sectorBytes * Int.random(in: 0..<8, using: &random)
            bytes.replaceSubrange(
                sector..<sector + Self.sectorBytes, with: [UInt8](repeating: 0, count: Self.sectorBytes))
        case .pageFilled:
            bytes.replaceSubrange(page, with: [UInt8](repeating: 0xFF, count: Self.pageBytes))
        case .pagesSwapped:
            let other = Self.page(of: whole, &random)
            bytes.replaceSubrange(page, with: whole[other])
            bytes.replaceSubrange(other, with: whole[page])
        case .pageLost:
            // A page written to the wrong place.
            bytes.replaceSubrange(page, with: whole[Self.page(of: whole, &random)])
        }
        return bytes
    }

    /// A page of the file, mostly one that has a header: there are many that are free, or full of a long value.
    private static func page(of bytes: [UInt8], _ random: inout SeededGenerator) -> Range<Int> {
        let pages = bytes.count / pageBytes
        let headed = (0..<pages).filter { Int(bytes[$0 * pageBytes]) | Int(bytes[$0 * pageBytes + 1]) << 8 == $0 }
        let any = Int.random(in: 0..<pages, using: &random)
        let page = UInt8.random(in: 0..<4, using: &random) == 0 ? any : headed.randomElement(using: &random) ?? any
        return page * pageBytes..<(page + 1) * pageBytes
    }
}
