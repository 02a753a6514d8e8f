/**
 * The functions of an Octave file that are the same for every emulator. Their names have capitals, those of emulators none: none
 * takes the place of another.
 */

/** Called by the statements of the program. */
export const OPERATION_FUNCTIONS = `% Not a number where it is of a negative number, which else would be complex.
function r = logarithmOf(a)
    a(a < 0) = NaN;
    r = log(a);
end

function r = rootOf(a)
    a(a < 0) = NaN;
    r = sqrt(a);
end

% Either being no number, so is the result.
function r = lesserOf(a, b)
    r = min(a, b);
    r(isnan(a) | isnan(b)) = NaN;
end

function r = greaterOf(a, b)
    r = max(a, b);
    r(isnan(a) | isnan(b)) = NaN;
end

function r = leastOf(a, dimension)
    r = min(a, [], dimension);
    r(any(isnan(a), dimension)) = NaN;
end

function r = choiceOf(condition, chosen, alternative)
    blank = zeros(max([size(condition); size(chosen); size(alternative)], [], 1));
    isChosen = (condition + blank) ~= 0;
    r = alternative + blank;
    chosen = chosen + blank;
    r(isChosen) = chosen(isChosen);
end

function r = columnsOf(a, indices)
    r = a(:, indices);
end

% Side by side, a row for each point.
function r = joined(count, values)
    for k = 1:numel(values)
        if size(values{k}, 1) ~= count
            values{k} = repmat(values{k}, count, 1);
        end
    end
    r = [values{:}];
end

% To the columns of points; by differences, which lose no digits.
function r = squaredDistances(a, points)
    r = 0;
    for k = 1:size(points, 1)
        r = r + (a(:, k) - points(k, :)) .^ 2;
    end
end

% The upper triangle that holds these numbers column by column.
function r = triangleOf(numbers, width)
    r = zeros(width);
    r(triu(true(width))) = numbers;
end

function r = textOf(bytes)
    if exist('OCTAVE_VERSION', 'builtin')
        r = char(bytes);
    else
        r = native2unicode(uint8(bytes), 'UTF-8');
    end
end

% A stamp and this many numbers, the lowest byte of each first.
function k = readNumbers(name, count, stamp)
    path = fullfile(fileparts(mfilename('fullpath')), name);
    file = fopen(path, 'r', 'ieee-le');
    if file < 0
        error('Emulator:constants', '%s cannot be read; it belongs beside the function.', path);
    end
    k = fread(file, Inf, 'double');
    fclose(file);
    if numel(k) ~= count + 1 || k(1) ~= stamp
        error('Emulator:constants', '%s is damaged or belongs to another version of the function.', path);
    end
    k = k(2:end);
end`;

export const PREDICTION_FUNCTION = `function [mean, lower, upper] = resultsAt(X, wantsBounds)
    persistent c info
    if isempty(c)
        c = constantsOf();
        info = factsOf();
    end
    checkPoints(X, info.inputs);
    count = size(X, 1);
    parts = cell(1, 3);
    wanted = 1 + 2 * (wantsBounds && info.has_bounds);
    for part = 1:wanted
        for k = 1:numel(info.outputs)
            parts{part}.(info.outputs(k).identifier) = zeros(count, info.outputs(k).size);
        end
    end
    for from = 1:pointsAtOnce():count
        rows = from:min(from + pointsAtOnce() - 1, count);
        results = cell(1, 3);
        [results{1:wanted}] = valuesAt(c, X(rows, :));
        for part = 1:wanted
            for k = 1:numel(info.outputs)
                parts{part}.(info.outputs(k).identifier)(rows, :) = results{part}{k};
            end
        end
    end
    [mean, lower, upper] = parts{:};
end

function checkPoints(X, inputs)
    if ~isnumeric(X) || ~isreal(X) || ndims(X) ~= 2 || size(X, 2) ~= numel(inputs)
        error('Emulator:points', 'X is %s; wanted is n x %d, the columns %s.', mat2str(size(X)), numel(inputs), ...
            sprintf('%s ', inputs.identifier));
    end
    for k = 1:numel(inputs)
        wrong = ~isfinite(X(:, k));
        wanted = 'a finite number';
        levels = inputs(k).levels;
        if ~isempty(levels)
            wrong = wrong | ~ismember(X(:, k), 0:numel(levels) - 1);
            wanted = sprintf('an index from 0 to %d', numel(levels) - 1);
        end
        row = find(wrong, 1);
        if ~isempty(row)
            error('Emulator:points', '%s: %g in row %d is not %s.', inputs(k).name, X(row, k), row, wanted);
        end
    end
end`;

export const SELF_TEST = `function hasPassed = selfTest()
    info = factsOf();
    path = fullfile(fileparts(mfilename('fullpath')), 'test-vectors.csv');
    text = fileread(path);
    % The first line holds names, possibly in quotes, and these may hold line breaks.
    first = find(text == 10 & mod(cumsum(text == '"'), 2) == 0, 1);
    numbers = sscanf(strrep(strrep(text(first + 1:end), 'Infinity', 'Inf'), ',', ' '), '%f');
    sizes = [info.outputs.size];
    parts = 1 + 2 * info.has_bounds;
    values = parts * sum(sizes);
    width = numel(info.inputs) + values * vectorBlocks();
    if isempty(numbers) || mod(numel(numbers), width) ~= 0
        error('Emulator:selftest', '%s does not belong to this function.', path);
    end
    rows = reshape(numbers, width, []).';
    results = cell(1, 3);
    [results{:}] = resultsAt(rows(:, 1:numel(info.inputs)), true);
    at = width - values;
    ranges = vectorRanges();
    hasPassed = true;
    for k = 1:numel(info.outputs)
        largest = 0;
        for part = 1:parts
            wanted = rows(:, at + (1:sizes(k)));
            at = at + sizes(k);
            scale = max(max(ranges(k), abs(wanted) / 1000), 1e-300);
            difference = abs(results{part}.(info.outputs(k).identifier) - wanted) ./ scale;
            difference(isnan(difference)) = Inf;
            largest = max(largest, max(difference(:)));
        end
        holds = largest <= tolerance();
        hasPassed = hasPassed && holds;
        verdict = '';
        if ~holds
            verdict = ', too much';
        end
        fprintf('%s: largest difference %.3g of its range%s\\n', info.outputs(k).identifier, largest, verdict);
    end
    verdict = 'passed';
    if ~hasPassed
        verdict = 'FAILED';
    end
    fprintf('%d points, %g of the range allowed: %s\\n', size(rows, 1), tolerance(), verdict);
end`;
