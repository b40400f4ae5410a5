import Foundation

struct SuiteFolder: Sendable {
    let url: URL

    /// The first line of the harness's pages: files without it are not overwritten.
    static let mark = "<!-- Written by nacre-bench suite: what is changed here by hand is lost. -->"

    private var stateFile: URL { url.appendingPathComponent("suite.json") }
    private var pageFile: URL { url.appendingPathComponent("README.md") }
    private var chartsFile: URL { url.appendingPathComponent("index.html") }

    /// Opens a folder, and creates it if it is missing.
    ///
    /// - Throws: ``HarnessError`` if it cannot be created, or has a page that the harness did not write.
    init(_ url: URL) throws {
        self.url = url
        do {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        } catch {
            throw HarnessError(
                .cannotCreate, "\(url.path) cannot be created: choose another with --out (\(systemReason(error)))")
        }
        guard FileManager.default.isWritableFile(atPath: url.path) else {
            throw HarnessError(.cannotCreate, "\(url.path) is not writable: choose another with --out")
        }
        guard FileManager.default.fileExists(atPath: pageFile.path) else { return }
        guard let page = try? String(contentsOf: pageFile, encoding: .utf8), page.hasPrefix(Self.mark) else {
            throw HarnessError(
                .cannotCreate,
                "\(pageFile.path) was not written by this harness, and is kept: choose another folder with --out")
        }
    }

    /// The state of this size's suite so far; a new one if there is none, or `afresh` is set.
    ///
    /// - Throws: ``HarnessError`` if the existing state is of more work, or cannot be read.
    func state(of size: SuiteSize, afresh: Bool) throws -> SuiteState {
        guard !afresh, FileManager.default.fileExists(atPath: stateFile.path) else { return SuiteState(size: size) }
        let state: SuiteState
        do {
            state = try JSONDecoder().decode(SuiteState.self, from: Data(contentsOf: stateFile))
        } catch {
            throw HarnessError(
                .badInput,
                "\(stateFile.path) cannot be decoded: start again with --fresh (\(decodingReason(error)))")
        }
        guard state.size <= size || state.endings.isEmpty else {
            throw HarnessError(
                .cannotCreate,
                "\(url.path) has a suite of the size \(state.size.rawValue), larger than \(size.rawValue): choose another "
                    + "folder with --out, or replace it with --fresh")
        }
        return state.size == size ? state : SuiteState(size: size)
    }

    func write(_ state: SuiteState) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try write(encoder.encode(state) + [UInt8(ascii: "\n")], to: stateFile)
    }

    func write(page: String) throws { try write(Data(page.utf8), to: pageFile) }

    func write(charts page: ReportPage) throws { try write(Data(page.source().utf8), to: chartsFile) }

    /// Removes the page of charts, which is written at the end of the suite.
    func removeCharts() throws { try remove(chartsFile) }

    func report(of call: SuitePlan.Call) -> BenchmarkReport? {
        try? ReportFile.read(url.appendingPathComponent(call.report).path)
    }

    /// Moves a report here from the folder of its call; `false` if there is none.
    func takeReport(of call: SuitePlan.Call, from folder: URL) throws -> Bool {
        let left = folder.appendingPathComponent(call.report)
        guard FileManager.default.fileExists(atPath: left.path) else { return false }
        do {
            // The two may be on different file systems.
            try write(Data(contentsOf: left), to: url.appendingPathComponent(call.report))
            try FileManager.default.removeItem(at: left)
        } catch let error as HarnessError {
            throw error
        } catch {
            throw HarnessError(.inputOutput, "the report \(left.path) cannot be moved: \(systemReason(error))")
        }
        return true
    }

    func removeReport(of call: SuitePlan.Call) throws {
        try remove(url.appendingPathComponent(call.report))
    }

    private func remove(_ file: URL) throws {
        guard FileManager.default.fileExists(atPath: file.path) else { return }
        try reporting("\(file.path) cannot be removed") { try FileManager.default.removeItem(at: file) }
    }

    private func write(_ data: Data, to file: URL) throws {
        try reporting("\(file.path) cannot be written") { try data.write(to: file, options: .atomic) }
    }
}
