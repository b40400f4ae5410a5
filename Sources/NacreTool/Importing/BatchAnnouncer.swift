/// Announces the batches of an import as they become durable.
struct BatchAnnouncer {
    private let output: StandardOutput?
    private let meter: ProgressMeter
    private let size: Int?
    private var batches = 0

    /// What the announced batches hold.
    private(set) var summary = ImportSummary()

    /// The error that ended the announcements, if any; the import continues without them.
    private(set) var failure: FileError?

    /// Creates an announcer.
    ///
    /// - Parameters:
    ///   - output: The output, which gets a line for each batch; `nil` for none.
    ///   - meter: Shows the progress of the import.
    ///   - size: The size of the file in bytes, if it is known.
    init(to output: StandardOutput?, meter: ProgressMeter, size: Int?) {
        self.output = output
        self.meter = meter
        self.size = size
    }

    /// Announces a batch.
    ///
    /// - Parameter now: The summary of the import so far, including this batch.
    mutating func announce(_ now: ImportSummary) {
        batches += 1
        meter.update(UInt64(now.lines), fraction: size.map { $0 == 0 ? 1 : Double(now.bytes) / Double($0) })
        if let output, failure == nil {
            do throws(FileError) {
                try output.line(line(now))
                // A reader of the output may rely on the batch once its line is written.
                try output.flush()
            } catch {
                failure = error
            }
        }
        summary = now
    }

    private func line(_ now: ImportSummary) -> String {
        let position = now.lastPosition.map { ", position \($0)" } ?? ""
        return "batch \(batches): \(now.imported - summary.imported) events, \(now.imported) in total\(position)"
    }
}
