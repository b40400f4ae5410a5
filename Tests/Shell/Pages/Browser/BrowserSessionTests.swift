import BrowserTesting
import ChildProcesses
import Foundation
import TestTraits
import Testing

/// What a browser keeps between pages, and how it starts and ends.
@Suite(
    "Sessions of a browser", .fewAtOnce, .timeLimit(.minutes(25)),
    .enabled(if: Browser.isInstalled, "needs Debian's chromium"))
struct BrowserSessionTests {
    private struct Failure: Error {}

    @Test func `no process and no file is left after a test, also after one that fails`() async throws {
        var folder = ""
        try await Browser.run { browser in
            folder = browser.folder
            #expect(!processes(naming: folder).isEmpty)
        }
        #expect(processes(naming: folder).isEmpty && !FileManager.default.fileExists(atPath: folder))
        await #expect(throws: Failure.self) {
            try await Browser.run { browser in
                folder = browser.folder
                throw Failure()
            }
        }
        #expect(processes(naming: folder).isEmpty && !FileManager.default.fileExists(atPath: folder))
    }

    @Test func `no process is left after a test that is cancelled, as by a time limit`() async throws {
        let (folders, found) = AsyncStream.makeStream(of: String.self)
        let test = Task {
            try await Browser.run { browser in
                found.yield(browser.folder)
                try await browser.waiting(for: "nothing") { false }
            }
        }
        let folder = try #require(await folders.first { _ in true })
        #expect(!processes(naming: folder).isEmpty)
        test.cancel()
        await #expect(throws: (any Error).self) { try await test.value }
        #expect(processes(naming: folder).isEmpty && !FileManager.default.fileExists(atPath: folder))
    }

    @Test func `a driver is killed once the tests that have started it are gone`() async throws {
        // A shell stands for the tests.
        func start() async throws -> (tests: ChildProcess, isPortTaken: Bool) {
            let tests = try await ChildProcess(
                URL(filePath: "/bin/sh"), ["-c", "sh -c \"$0\"; true", BrowserDriver.command], errors: ChildProcess.null
            )
            let output = try await tests.output { $0.range(of: Data("successfully".utf8)) != nil }
            return (tests, output.range(of: Data(BrowserDriver.portTaken.utf8)) != nil)
        }
        var (tests, isPortTaken) = try await start()
        while isPortTaken { (tests, isPortTaken) = try await start() }
        let driver = try #require(children(of: "\(tests.processID)").first)
        #expect(isRunning(driver))
        tests.send(SIGKILL)
        _ = try await tests.ending()
        while isRunning(driver) { try await Task.sleep(for: .milliseconds(50)) }
    }

    @Test func `a browser outlives the process that draws, however often that ends`() async throws {
        try await Browser.run { browser in
            try await browser.open(page("<h1>Drawn</h1>"))
            for _ in 1...8 {
                try await browser.waiting(for: "the process that draws") {
                    let drawing = processes(naming: browser.folder).filter { process in
                        (try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline")))?
                            .range(of: Data("--type=gpu-process".utf8)) != nil
                    }
                    return !drawing.isEmpty && drawing.allSatisfy { kill(Int32($0) ?? 0, SIGKILL) == 0 }
                }
            }
            #expect(try await browser.text("h1") == "Drawn")
        }
    }

    @Test func `the error of a browser that has ended has the browser's log`() async throws {
        let error = await #expect(throws: BrowserError.self) {
            try await Browser.run { try await $0.crash() }
        }
        #expect(error?.code == .ended && error?.log?.contains("Unable to receive message") == true)
    }

    @Test func `tabs share cookies, and browsers do not`() async throws {
        try await FileServer.run(["index.html": "<title>Served</title>"]) { server in
            try await Browser.run(BrowserOptions(), BrowserOptions()) { ada, grace in
                for browser in [ada, grace] { try await browser.open(server.address) }
                try await ada.setCookie("session", to: "1")
                let second = try await ada.newTab()
                try await second.open(server.address)
                #expect(try await second.cookies().map(\.name) == ["session"])
                #expect(try await grace.cookies() == [])
                try await second.removeCookies()
                #expect(try await ada.cookies() == [])
            }
        }
    }

    @Test func `tabs are used at the same time`() async throws {
        try await Browser.run { browser in
            let tabs = [browser, try await browser.newTab(), try await browser.newTab()]
            try await withThrowingDiscardingTaskGroup { group in
                for (number, tab) in tabs.enumerated() {
                    group.addTask {
                        try await tab.open(page("<label>Number<input></label>"))
                        for _ in 1...5 { try await tab.type("\(number)", into: "Number") }
                    }
                }
            }
            for (number, tab) in tabs.enumerated() { #expect(try await tab.value(of: "Number") == "\(number)") }
        }
    }

    @Test func `a tab that a page opens is found, and closed`() async throws {
        try await FileServer.run([
            "index.html": "<a href=second.html target=_blank>More</a>", "second.html": "<title>Second</title>",
        ]) { server in
            try await Browser.run(BrowserOptions(size: .narrow)) { browser in
                try await browser.open(server.address)
                try await browser.press("More")
                try await browser.waiting { try await browser.tabs().count == 2 }
                let second = try #require(try await browser.tabs().last)
                try await second.waiting { try await second.title == "Second" }
                #expect(try await second.evaluate("return innerWidth") == 390)
                try await second.close()
                #expect(try await browser.tabs().count == 1)
                try await browser.press("More")
            }
        }
    }

    @Test func `the history leads back and forward, and a page is loaded again`() async throws {
        try await FileServer.run([
            "index.html": "<title>First</title><a href=second.html>Next</a>", "second.html": "<title>Second</title>",
        ]) { server in
            try await Browser.run { browser in
                try await browser.open("\(server.address)/index.html")
                try await browser.press("Next")
                try await browser.waiting { try await browser.title == "Second" }
                try await browser.back()
                #expect(try await browser.title == "First")
                try await browser.forward()
                #expect(try await browser.address == "\(server.address)/second.html")
                try await browser.run("document.title = 'Changed'")
                try await browser.reload()
                #expect(try await browser.title == "Second")
            }
        }
    }

    @Test func `a browser without a network says so to all tabs, and returns`() async throws {
        try await FileServer.run(["index.html": "<title>Served</title>"]) { server in
            try await Browser.run { browser in
                let second = try await browser.newTab()
                for tab in [browser, second] { try await tab.open(server.address) }
                try await browser.setOnline(false)
                for tab in [browser, second] { #expect(try await tab.evaluate("return navigator.onLine") == false) }
                // The address is another one, for which the browser has nothing in its cache.
                let error = await #expect(throws: BrowserError.self) {
                    try await second.open("\(server.address)/?other")
                }
                #expect(error?.message.contains("ERR_INTERNET_DISCONNECTED") == true)
                try await browser.setOnline(true)
                for tab in [browser, second] { #expect(try await tab.evaluate("return navigator.onLine") == true) }
                try await second.open("\(server.address)/?other")
                #expect(try await second.title == "Served")
            }
        }
    }

    @Test func `a certificate that no known authority has issued is accepted only if a test says so`() async throws {
        try await FileServer.run(["index.html": "<title>Served</title>"], tls: true) { server in
            var strict = BrowserOptions()
            strict.acceptsAnyCertificate = false
            try await Browser.run(BrowserOptions(), strict) { accepting, refusing in
                try await accepting.open(server.address)
                #expect(try await accepting.title == "Served")
                try await refusing.open(server.address)
                #expect(try await refusing.title == "Privacy error")
            }
        }
    }

    private func children(of process: String) throws -> [String] {
        let list = try String(contentsOf: URL(filePath: "/proc/\(process)/task/\(process)/children"), encoding: .utf8)
        return list.split(separator: " ").map(String.init)
    }

    /// Whether a process runs; one that has ended has no command line any more.
    private func isRunning(_ process: String) -> Bool {
        (try? Data(contentsOf: URL(filePath: "/proc/\(process)/cmdline")))?.isEmpty == false
    }

    /// The processes whose command lines have a text.
    private func processes(naming text: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.filter { name in
            Int(name) != nil
                && (try? Data(contentsOf: URL(filePath: "/proc/\(name)/cmdline")))?.range(of: Data(text.utf8)) != nil
        }
    }
}
