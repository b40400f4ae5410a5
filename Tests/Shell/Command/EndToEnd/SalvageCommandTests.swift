import Foundation
import TestFolders
import Testing
import ToolTesting

extension EndToEndTests {
    @Suite("Salvaging a damaged store")
    struct SalvageCommandTests {
        /// A store of a history, of which the data of one event is damaged.
        private func damaged(_ path: String) async throws -> (store: CommandLineStore, history: HistoryLines, lost: Int)
        {
            let store = try CommandLineStore()
            try await store.output("import", path)
            let history = try HistoryLines(path)
            let lost = try #require(history.lines[(history.lines.count / 2)...].first { $0.name != nil })
            var log = try Data(contentsOf: URL(filePath: store.path + "/log.mdb"))
            let line = try #require(lost.text.range(of: #""data":"#))
            let id = try #require(UUID(uuidString: lost.id))
            let bytes = withUnsafeBytes(of: id.uuid) { Data($0) }
            #expect(lost.text.distance(from: lost.text.startIndex, to: line.lowerBound) > 0)
            // The id of the event is in its record, and perhaps in a page that was copied.
            var start = log.startIndex
            while let range = log.range(of: bytes, in: start..<log.endIndex) {
                log[range.lowerBound] ^= 0x40
                start = range.upperBound
            }
            let handle = try FileHandle(forWritingTo: URL(filePath: store.path + "/log.mdb"))
            try handle.write(contentsOf: log)
            try handle.close()
            return (store, history, lost.position)
        }

        /// The lines of an export without what a store gives to its events.
        private func lines(_ text: String) -> [Substring] {
            text.split(separator: "\n").map { line in
                line.prefix(upTo: line.range(of: #","position":"#)?.lowerBound ?? line.endIndex)
            }
        }

        @Test("the new store has what is whole, and the list says what is not", arguments: Fixture.histories)
        func salvage(history path: String) async throws {
            let (store, history, lost) = try await damaged(path)
            let whole = CommandLineStore(sharing: store, named: "whole.store")
            let result = try await store.run("salvage", whole.path, "--format", "ndjson")
            #expect(result.status == 65, "\(result.errors)")
            let rows = try result.lines.map { line in
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            }
            #expect(rows.map { $0["state"] as? String } == ["kept", "lost", "kept"])
            #expect(rows.map { $0["firstPosition"] as? Int } == [1, lost, lost + 1])
            #expect(rows.map { $0["lastPosition"] as? Int } == [lost - 1, lost, history.lines.count])
            #expect(rows.map { $0["newFirstPosition"] as? Int } == [1, nil, lost])
            let expected = history.lines.filter { $0.position != lost }.map { $0.text.dropLast()[...] }
            #expect(lines(try await whole.output("export")) == expected)
            #expect(try await whole.output("verify").hasSuffix(": no faults\n"))
            // Nothing of the damaged store has changed, and an existing store is not written.
            #expect(try await store.run("verify").status == 65)
            #expect(try await store.failure(73, "salvage", whole.path).contains("cannot create"))
        }

        @Test("an error of a damaged log names salvage where it helps")
        func hint() async throws {
            let (store, _, lost) = try await damaged(Fixture.history)
            let hint = "\nwithout a backup, to make a store of what is whole: nacre salvage DEST\n"
            let commands = [
                ["read"], ["export"], ["show", "\(lost)"], ["backup", store.folder.path("copy")],
                ["import", Fixture.history, "--check"], ["import", Fixture.history],
            ]
            for command in commands {
                let result = try await store.process.run(command + store.place)
                #expect(result.status == 65)
                #expect(result.errors.hasSuffix(hint), "\(command): \(result.errors)")
            }
            #expect(try await store.run("verify").errors.contains("make a store of what is whole with nacre salvage"))
            // Other input that is wrong is no damage of the log.
            #expect(try await !store.failure(65, "show", "99999").contains("salvage"))
        }

        @Test("stats and export go around the damage where asked", arguments: Fixture.histories)
        func around(history path: String) async throws {
            let (store, history, lost) = try await damaged(path)
            #expect(try await store.run("export").status == 65)
            let export = try await store.run("export", "--skip-damaged")
            #expect(export.status == 65)
            #expect(export.errors.contains("nacre: position \(lost): "))
            let expected = history.lines.filter { $0.position != lost }
            #expect(lines(export.output) == expected.map { $0.text.dropLast()[...] })
            let stream = history.lines[lost - 1].stream
            let file = store.folder.path("out.ndjson")
            #expect(try await store.run("export", stream, "--skip-damaged", "-o", file).status == 65)
            #expect(
                lines(try String(contentsOfFile: file, encoding: .utf8))
                    == expected.filter { $0.stream == stream }.map { $0.text.dropLast()[...] })
            let stats = try await store.run("stats", "--skip-damaged", "--format", "json")
            #expect(stats.status == 65)
            let json = try JSONSerialization.jsonObject(with: Data(stats.output.utf8)) as? [String: Any]
            #expect(json?["events"] as? Int == expected.count)
            #expect(json?["streams"] as? Int == Set(expected.map(\.stream)).count)
            #expect((json?["damage"] as? [[String: Any]])?.map { $0["firstPosition"] as? Int } == [lost])
        }

        /// Damage of a value that fills pages of its own.
        enum PageLoss: CaseIterable {
            /// The first page of a block in the middle is lost.
            case page
            /// A byte in the header of the last block is wrong.
            case lastHeader
        }

        /// Damages the pages of a block.
        ///
        /// - Returns: The positions of its events.
        private func damage(_ loss: PageLoss, _ store: CommandLineStore, _ history: HistoryLines) throws -> Set<Int> {
            let path = URL(filePath: store.path + "/log.mdb")
            var log = try Data(contentsOf: path)
            func positions(at page: Int) -> Set<Int> {
                let count = log[page * 4_096 + 12..<page * 4_096 + 16].reversed().reduce(0) { $0 << 8 | Int($1) }
                let pages = log[page * 4_096..<min((page + count) * 4_096, log.count)]
                return Set(
                    history.lines.filter { line in
                        guard let id = UUID(uuidString: line.id) else { return false }
                        return pages.range(of: withUnsafeBytes(of: id.uuid) { Data($0) }) != nil
                    }.map(\.position))
            }
            // First pages of values state their own number and the flag 4.
            let values = (2..<log.count / 4_096).filter { page in
                let number = log[page * 4_096..<page * 4_096 + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                return number == UInt64(page) && log[page * 4_096 + 10] == 4 && log[page * 4_096 + 11] == 0
            }
            let page: Int
            switch loss {
            case .page: page = values[values.count / 2]
            case .lastHeader: page = try #require(values.first { positions(at: $0).contains(history.lines.count) })
            }
            let lost = positions(at: page)
            switch loss {
            case .page: log.resetBytes(in: page * 4_096..<(page + 1) * 4_096)
            case .lastHeader: log[page * 4_096 + 40] ^= 0xFF
            }
            try log.write(to: path)
            return lost
        }

        @Test("a lost page or a damaged end costs the events of one block", arguments: PageLoss.allCases)
        func pages(loss: PageLoss) async throws {
            let store = try CommandLineStore()
            try await store.output("import", Fixture.history)
            let history = try HistoryLines(Fixture.history)
            let lost = try damage(loss, store, history)
            #expect(!lost.isEmpty && lost.count < history.lines.count / 2)
            let expected = history.lines.filter { !lost.contains($0.position) }.map { $0.text.dropLast()[...] }
            // Commands that do not go around it say what is damaged, and what helps.
            let read = try await store.run("read")
            #expect(read.status == 65 && read.errors.hasSuffix(": nacre salvage DEST\n"), "\(read.errors)")
            let whole = CommandLineStore(sharing: store, named: "whole.store")
            let result = try await store.run("salvage", whole.path, "--format", "ndjson")
            #expect(result.status == 65, "\(result.errors)")
            let rows = try result.lines.map { line in
                try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] ?? [:]
            }
            let gone = rows.filter { $0["state"] as? String == "lost" }
            #expect(gone.first?["firstPosition"] as? Int == lost.min())
            #expect(gone.last?["lastPosition"] as? Int == (loss == .lastHeader ? nil : lost.max()))
            #expect(!result.output.contains("restore the store"))
            #expect(lines(try await whole.output("export")) == expected)
            let export = try await store.run("export", "--skip-damaged")
            #expect(export.status == 65)
            #expect(lines(export.output) == expected)
            let stats = try await store.run("stats", "--skip-damaged", "--format", "json")
            #expect(stats.status == 65)
            let json = try JSONSerialization.jsonObject(with: Data(stats.output.utf8)) as? [String: Any]
            #expect(json?["events"] as? Int == expected.count)
        }

        /// A page without which nothing of a log can be read.
        enum VitalPage: CaseIterable {
            case meta
            case root
            case header
        }

        @Test("what no salvage can do without is named, and that a backup is the remedy", arguments: VitalPage.allCases)
        func refused(lost: VitalPage) async throws {
            let store = try CommandLineStore()
            try await store.output("import", Fixture.history)
            let path = URL(filePath: store.path + "/log.mdb")
            var log = try Data(contentsOf: path)
            func number(at offset: Int) -> Int { log[offset..<offset + 8].reversed().reduce(0) { $0 << 8 | Int($1) } }
            // A meta page has the root of the main tree at byte 128, and the number of its transaction at byte 144.
            let meta = number(at: 4_096 + 144) > number(at: 144) ? 1 : 0
            let root = number(at: meta * 4_096 + 128)
            switch lost {
            case .meta: log.resetBytes(in: meta * 4_096..<(meta + 1) * 4_096)
            case .root: log.resetBytes(in: root * 4_096..<(root + 1) * 4_096)
            case .header:
                var start = log.startIndex
                while let range = log.range(of: Data("NCRS".utf8), in: start..<log.endIndex) {
                    log[range.upperBound + 8] ^= 0xFF
                    start = range.upperBound
                }
            }
            try log.write(to: path)
            let expected =
                switch lost {
                case .meta: "page \(meta): one of the file's first two pages is not a meta page"
                case .root: "page \(root): it is not the leaf page that the tree refers to"
                case .header: "the store's header is damaged"
                }
            for command in [["salvage", store.folder.path("whole")], ["export", "--skip-damaged"]] {
                let result = try await store.process.run(command + store.place)
                #expect(result.status == 65)
                #expect(result.errors.contains(expected), "\(result.errors)")
                #expect(
                    result.errors.hasSuffix(
                        "\na log is read around damage only if its meta pages, its root page and the page of its header "
                            + "are whole: if one of these is lost, restore the store from a backup\n"))
                #expect(!result.errors.contains("or read around it"))
            }
            // Salvage is no remedy then.
            #expect(try await !store.failure(65, "read").contains("salvage"))
        }

        @Test("a failed salvage leaves nothing, and files of secrets are not forgotten")
        func leavings() async throws {
            let store = try CommandLineStore()
            try await store.output("import", Fixture.history)
            let parent = store.folder.path("parent")
            try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: false)
            _ = try store.folder.file("", named: "parent/taken")
            #expect(try await store.failure(73, "salvage", parent + "/taken").contains("cannot create"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: parent) == ["taken"])
            _ = try store.folder.file("", named: store.name + "/keys")
            let copied = try await store.run("salvage", parent + "/whole")
            #expect(copied.status == 0)
            #expect(copied.errors.contains("has no keys, "))
            #expect(copied.errors.contains("secrets bind"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: parent).sorted() == ["taken", "whole"])
        }

        @Test("export around damage refuses a stream that an undamaged log does not have")
        func missingStream() async throws {
            let store = try CommandLineStore()
            try await store.output("import", Fixture.history)
            let file = store.folder.path("out.ndjson")
            #expect(try await store.failure(66, "export", "no-such", "--skip-damaged", "-o", file).contains("no-such"))
            #expect(!FileManager.default.fileExists(atPath: file))
            #expect(try await store.run("export", "", "--skip-damaged").status != 0)
        }

        @Test("of a store without damage, all is kept")
        func undamaged() async throws {
            let store = try CommandLineStore()
            try await store.output("import", Fixture.history)
            let copy = CommandLineStore(sharing: store, named: "copy.store")
            let list = try await store.output("salvage", copy.path)
            #expect(list.contains("kept"))
            #expect(lines(try await copy.output("export")) == lines(try await store.output("export")))
            #expect(try await store.output("export", "--skip-damaged") == (try await store.output("export")))
            #expect(try await store.output("stats", "--skip-damaged").contains("damaged places  0"))
        }
    }
}
