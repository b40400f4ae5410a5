import Foundation
import NacreInspector
import Testing

extension InspectedStore {
    /// The page of a question at the address that its form leads to, once it is answered.
    func answered(_ target: String) async throws -> Page {
        var target = target
        for _ in 0..<600 {
            let page = await page(target)
            if let location = page.fields["location"] {
                target = location
            } else if !page.isRunning {
                return page
            }
        }
        return try #require(nil, "\(target) is not answered")
    }

    /// Sends the form of a page that has an address with a beginning, and returns where that leads to.
    func press(_ action: String, on page: Page) async throws -> String {
        let forms = page.html.matches(of: /<form method="post" action="([^"]*)"/).map { Page.text(of: String($0.1)) }
        let target = try #require(forms.first { $0.hasPrefix(action) })
        let answer = Page(await inspector.answer(.init(method: "POST", target: target)))
        #expect(answer.status == 303)
        return try #require(answer.fields["location"])
    }
}

extension Page {
    /// Whether an answer is under way.
    var isRunning: Bool { html.contains(#"id="running""#) }

    /// What is wrong with the question, as the page says above its form.
    var faults: String {
        let end = html.range(of: #"<form class="filters"#)?.lowerBound ?? html.startIndex
        let alerts = html[..<end].matches(of: /<p class="note problem" role="alert">([^<]*)</)
        return alerts.map { Page.text(of: String($0.1)) }.joined(separator: "\n")
    }

    /// The cells of the rows of the answer.
    var cells: [[String]] {
        html.matches(of: /<tr>(<td.*<\/td>)<\/tr>/).map { row in
            row.1.matches(of: /<td[^>]*>(.*?)<\/td>/).map { Page.text(of: String($0.1)) }
        }
    }

    /// What the shown command prints, a JSON object a line.
    func printed() async throws -> [[String: Any]] {
        let shown = try #require(html.firstMatch(of: /<pre><code>nacre ([^<]*)<\/code>/)?.1)
        let output = try await Shell.output(of: "\(InspectedStore.program.path) \(Page.text(of: String(shown)))")
        return try output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }
}
