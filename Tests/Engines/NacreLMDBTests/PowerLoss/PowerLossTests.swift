import ChildProcesses
import Foundation
import PeerMessages
import TestTraits
import Testing

/// A sample of the proof of durability; the whole of it is a step of its own in CI.
///
/// On Linux only: elsewhere nothing records the calls between LMDB and the system.
#if os(Linux)
    @Suite(.fewAtOnce, .serialized) struct PowerLossTests {
        private struct Report: Decodable {
            let losses: Int
            let examples: [String]
            var commits: Int?
            var syncs: Int?
            var images: Int?
            var continued: Int?
            var damaged: Int?
            var wrongAnswers: [String]?
            var faults: Int?
            var refusals: Int?
            var runs: Int?
            var notWritten: Int?
            var unknown: Int?
            var backups: Int?
            var wholeBefore: Int?
            var absent: Int?
            var journal: Journal?
            var withPendingFrames: Int?

            struct Journal: Decodable {
                let uses: Int
            }
        }

        /// Runs the executable beside the test bundle.
        private func run(_ arguments: String...) async throws -> (report: Report, ending: ChildProcess.Ending) {
            let process = try await ChildProcess(
                Peer<PeerJob>.executable.deletingLastPathComponent().appendingPathComponent("NacrePowerLoss"), arguments
            )
            let data = try await process.output()
            return (try JSONDecoder().decode(Report.self, from: data), try await process.ending())
        }

        /// The images were of a journal at all stages.
        private func expectJournal(_ report: Report) throws {
            let journal = try #require(report.journal)
            #expect(journal.uses > 0)
            #expect(try #require(report.withPendingFrames) > 0)
        }

        @Test func `acknowledged appends survive a power loss at any moment`() async throws {
            let (report, ending) = try await run("images", "--count", "40")
            #expect(ending == .exit(0))
            #expect(report.losses == 0, "\(report.examples)")
            #expect(try #require(report.images) >= 100)
            #expect(try #require(report.continued) > 0)
            // In some images a synced page is lost, stale, misplaced or altered in addition.
            #expect(try #require(report.damaged) > 0)
            #expect(report.wrongAnswers == [])
            // The recorder has seen that no commit lacks a sync, and that each sync covers many commits.
            #expect(try #require(report.commits) == 3 * 240)
            #expect(try #require(report.syncs) > 100)
            try expectJournal(report)
        }

        @Test func `acknowledged appends of two processes survive a power loss at any moment`() async throws {
            let (report, ending) = try await run("images", "--count", "60", "--processes", "2")
            #expect(ending == .exit(0))
            #expect(report.losses == 0, "\(report.examples)")
            #expect(report.wrongAnswers == [])
            #expect(try #require(report.commits) == 3 * 360)
        }

        @Test func `without syncs the same audit finds losses`() async throws {
            let (report, ending) = try await run("images", "--count", "60", "--unsynced")
            #expect(ending == .exit(0))
            #expect(report.losses > 0)
        }

        @Test func `an acknowledged backup survives a power loss, an earlier one is complete or absent`()
            async throws
        {
            let (report, ending) = try await run("backups", "--count", "100")
            #expect(ending == .exit(0))
            #expect(report.losses == 0, "\(report.examples)")
            #expect(try #require(report.images) >= 100)
            #expect(try #require(report.backups) == 4)
            // Power was lost before a backup existed, and between its creation and its acknowledgement.
            #expect(try #require(report.absent) > 0)
            #expect(try #require(report.wholeBefore) > 0)
        }

        @Test func `a disk failure at any call loses nothing acknowledged and crashes no process`() async throws {
            let (report, ending) = try await run("faults", "--every", "29", "--journal", "unused")
            #expect(ending == .exit(0))
            #expect(report.losses == 0, "\(report.examples)")
            #expect(try #require(report.runs) > 25)
            #expect(try #require(report.unknown) > 0)
            #expect(try #require(report.notWritten) > 0)
        }
    }
#endif
