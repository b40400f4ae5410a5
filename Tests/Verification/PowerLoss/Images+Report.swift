import DiskTracing
import Nacre

extension Images {
    /// The result.
    struct Report: Codable {
        var durability = ""
        var commits = 0
        var syncs = 0
        /// The number of runs with a failing disk, and of failed calls in them.
        var runsWithFailure = 0
        var failedCalls: UInt64 = 0
        /// The number of moments of power loss.
        var moments = 0
        /// Moments left out because of the number of images, in the run without a failure and after failures.
        var momentsLeftOut = 0
        var momentsLeftOutBehindFailures = 0
        var images = 0
        /// Images on which the work continued, at durability `full`.
        var continued = 0
        /// Moments behind which the work continued, and the power was lost again.
        var lostAgain = 0
        /// Images whose index or read models had to be rebuilt.
        var rebuilt = 0
        /// What the journal did in the runs.
        var journal = JournalUses()
        /// Images whose journal was in use, those of them with frames that the log lacked, and those with a torn frame.
        var inUse = 0
        var withPendingFrames = 0
        var withTornFrames = 0
        var pendingFrames = 0
        var losses = 0
        /// The losses in the first few images.
        var examples: [String] = []
        /// Images with an additional damaged page, and those of them in which something was refused because of it.
        var damaged = 0
        var damagedAndRefused = 0
        /// The number of their right answers and of their refusals.
        var rightAnswers = 0
        var refusals = 0
        /// The first few of their wrong answers.
        var wrongAnswers: [String] = []

        /// Whether the images cover recovery of the journal.
        var coversRecovery: Bool { withPendingFrames > 0 && withTornFrames > 0 }
    }

    /// Adds up the findings of several audits.
    actor Tally {
        private(set) var report: Report
        private var damaged: [DamagedImage] = []

        init(_ report: Report) {
            self.report = report
        }

        func count(_ trace: DiskTrace, _ answers: Workload.Answers) {
            report.commits += answers.acknowledged.count
            report.syncs += trace.entries.count { if case .syncEnd = $0 { true } else { false } }
            report.runsWithFailure += trace.failedCalls == 0 ? 0 : 1
            report.failedCalls += trace.failedCalls
            report.journal += answers.journal
        }

        func countLeftOut(_ moments: Int, behindFailure: Bool) {
            if behindFailure {
                report.momentsLeftOutBehindFailures += moments
            } else {
                report.momentsLeftOut += moments
            }
        }

        /// Adds a damaged image; returns as many as a process audits, when there are that many.
        func collect(_ image: DamagedImage) -> [DamagedImage] {
            damaged.append(image)
            guard damaged.count >= 16 else { return [] }
            return rest()
        }

        func rest() -> [DamagedImage] {
            defer { damaged = [] }
            return damaged
        }

        func count(_ result: DamagedImage.Result, of image: DamagedImage) {
            report.damaged += 1
            report.damagedAndRefused += result.refused > 0 ? 1 : 0
            report.rightAnswers += result.right
            report.refusals += result.refused
            if let wrong = result.wrong.first, report.wrongAnswers.count < 10 {
                report.wrongAnswers.append("\(image.description): \(wrong), and \(result.wrong.count - 1) more")
            }
        }

        func countAgain(loss: String?) {
            report.lostAgain += 1
            add(loss)
        }

        func countMoment() {
            report.moments += 1
        }

        func countImage(
            isContinued: Bool, isRebuilt: Bool, recovered: (frames: Int, isTorn: Bool)?, loss: String?
        ) {
            if let recovered {
                report.inUse += 1
                report.pendingFrames += recovered.frames
                report.withPendingFrames += recovered.frames > 0 ? 1 : 0
                report.withTornFrames += recovered.isTorn ? 1 : 0
            }
            report.images += 1
            report.rebuilt += isRebuilt ? 1 : 0
            report.continued += isContinued ? 1 : 0
            add(loss)
        }

        private func add(_ loss: String?) {
            guard let loss else { return }
            report.losses += 1
            if report.examples.count < 5 { report.examples.append(loss) }
        }
    }
}
