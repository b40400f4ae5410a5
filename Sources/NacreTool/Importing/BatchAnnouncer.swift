/// Announces the batches of an import as they become durable.
struct BatchAnnouncer {
    private let output: StandardOutput?
    private let meter: ProgressMeter
    private let size: Int?
    private var batches = 0
    private var summary = ImportSummary()

    /// Why announcing ended, where it did: the import goes on without it.
    private(set) var failure: FileError?

    /// Makes an announcer.
    ///
    /// - Parameters:
    ///   - output: Where each batch is announced with a line; `nil` announces none.
    ///   - meter: Shows how far the import has come.
    ///   - size: The size of the file in bytes, where it is known.
    init(to output: StandardOutput?, meter: ProgressMeter, size: Int?) {
        self.output = output
        self.meter = meter
        self.size = size
    }

    /// Announces a batch.
    ///
    /// - Parameter now: What has been done so far, this batch included.
    mutating func announce(_ now: ImportSummary) {
        batches += 1
        meter.update(UInt64(now.lines), fraction: size.map { $0 == 0 ? 1 : Double(now.bytes) / Double($0) })
        if let output, failure == nil {
            do throws(FileError) {
                try output.line(line(now))
                // Whoever reads along may rely on the batch from now on.
                try output.flush()
            } catch {
                failure = error
            }
        }
        summary = now
    }

    private func line(_ now: ImportSummary) -> String {
        let position = now.lastPosition.map { ", position \($0)" } ?? ""
        return "batch \(batches): \(now.imported - summary.imported) events, \(now.imported) in all\(position)"
    }
}
